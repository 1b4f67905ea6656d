import { verifyAddress } from '../addresses/verify.endpoint.ts'
import { createAdjustment } from '../adjustments/create.endpoint.ts'
import { disputeAdjustment } from '../adjustments/dispute.endpoint.ts'
import { listShipmentAdjustments } from '../adjustments/list.endpoint.ts'
import { listDisputes } from '../adjustments/list-disputes.endpoint.ts'
import { listOwnDisputes } from '../adjustments/list-own-disputes.endpoint.ts'
import { readAdjustment } from '../adjustments/read.endpoint.ts'
import { resolveDispute } from '../adjustments/resolve.endpoint.ts'
import { resolveTestDispute } from '../adjustments/resolve-test.endpoint.ts'
import { listAudit } from '../audit/list.endpoint.ts'
import { updateBrand } from '../brands/change.endpoint.ts'
import { readBrand } from '../brands/read.endpoint.ts'
import { decideCarrierInvoice } from '../carrier-invoices/decide.endpoint.ts'
import { listCarrierInvoices } from '../carrier-invoices/list.endpoint.ts'
import { listCarrierInvoiceLines } from '../carrier-invoices/list-lines.endpoint.ts'
import { readCarrierInvoice } from '../carrier-invoices/read.endpoint.ts'
import { readCarrierInvoiceLine } from '../carrier-invoices/read-line.endpoint.ts'
import { recheckCarrierInvoice } from '../carrier-invoices/recheck.endpoint.ts'
import { removeCarrierInvoice } from '../carrier-invoices/remove.endpoint.ts'
import { sendCarrierInvoice } from '../carrier-invoices/send.endpoint.ts'
import { dismissUnmatchedScan } from '../carriers/dismiss-unmatched.endpoint.ts'
import { listCarrierBookings } from '../carriers/list-bookings.endpoint.ts'
import { listUnmatchedScans } from '../carriers/list-unmatched.endpoint.ts'
import { matchUnmatchedScan } from '../carriers/match-unmatched.endpoint.ts'
import { retryCarrierBooking } from '../carriers/retry-booking.endpoint.ts'
import { sendCarrierReport } from '../carriers/send-report.endpoint.ts'
import { createClaim } from '../claims/create.endpoint.ts'
import { listClaims } from '../claims/list.endpoint.ts'
import { listOperatorClaims } from '../claims/list-all.endpoint.ts'
import { readClaim } from '../claims/read.endpoint.ts'
import { resolveClaim } from '../claims/resolve.endpoint.ts'
import { resolveTestClaim } from '../claims/resolve-test.endpoint.ts'
import { acceptConsolidation } from '../consolidations/accept.endpoint.ts'
import { cancelConsolidation } from '../consolidations/cancel.endpoint.ts'
import { createConsolidation } from '../consolidations/create.endpoint.ts'
import { listConsolidations } from '../consolidations/list.endpoint.ts'
import { readConsolidation } from '../consolidations/read.endpoint.ts'
import { readCustoms } from '../customs/read.endpoint.ts'
import { readCn23 } from '../customs/read-cn23.endpoint.ts'
import { readCommercialInvoice } from '../customs/read-commercial-invoice.endpoint.ts'
import { setCustoms } from '../customs/set.endpoint.ts'
import { createDiscrepancy } from '../discrepancies/create.endpoint.ts'
import { listShipmentDiscrepancies } from '../discrepancies/list.endpoint.ts'
import { listDiscrepancies } from '../discrepancies/list-all.endpoint.ts'
import { readDiscrepancy } from '../discrepancies/read.endpoint.ts'
import { createDocument } from '../documents/create.endpoint.ts'
import { readProofOfDelivery } from '../documents/pod.endpoint.ts'
import { readDocument } from '../documents/read.endpoint.ts'
import { readStorage } from '../documents/read-storage.endpoint.ts'
import { listEvents } from '../events/list.endpoint.ts'
import { listOperatorEvents } from '../events/list-all.endpoint.ts'
import { readEvent } from '../events/read.endpoint.ts'
import { readOperatorEvent } from '../events/read-any.endpoint.ts'
import type { Endpoint } from '../http/endpoint.ts'
import { listImports } from '../imports/list.endpoint.ts'
import { readImport } from '../imports/read.endpoint.ts'
import { startImport } from '../imports/start.endpoint.ts'
import { printLabels } from '../labels/print.endpoint.ts'
import { readLabel } from '../labels/read.endpoint.ts'
import { closeManifest } from '../manifests/close.endpoint.ts'
import { listManifests } from '../manifests/list.endpoint.ts'
import { readManifest } from '../manifests/read.endpoint.ts'
import { updateStore } from '../network/change-store.endpoint.ts'
import { createStore } from '../network/create-store.endpoint.ts'
import { importStoreFile } from '../network/import-stores.endpoint.ts'
import { listCalendars } from '../network/list-calendars.endpoint.ts'
import { listCarriers } from '../network/list-carriers.endpoint.ts'
import { listFacilities } from '../network/list-facilities.endpoint.ts'
import { listDropOffLocations } from '../network/list-locations.endpoint.ts'
import { listMarkets } from '../network/list-markets.endpoint.ts'
import { listRateCards } from '../network/list-rate-cards.endpoint.ts'
import { listScanFacilities } from '../network/list-scan-facilities.endpoint.ts'
import { listStores } from '../network/list-stores.endpoint.ts'
import { listTariffs } from '../network/list-tariffs.endpoint.ts'
import { setCalendar } from '../network/put-calendar.endpoint.ts'
import { setCarrier } from '../network/put-carrier.endpoint.ts'
import { setFacility } from '../network/put-facility.endpoint.ts'
import { setMarket } from '../network/put-market.endpoint.ts'
import { setNumbering } from '../network/put-numbering.endpoint.ts'
import { setPolicy } from '../network/put-policy.endpoint.ts'
import { setRateCard } from '../network/put-rate-cards.endpoint.ts'
import { readCalendar } from '../network/read-calendar.endpoint.ts'
import { readDropOffLocation } from '../network/read-location.endpoint.ts'
import { readNumbering } from '../network/read-numbering.endpoint.ts'
import { readPolicy } from '../network/read-policy.endpoint.ts'
import { readStore } from '../network/read-store.endpoint.ts'
import { readTariff } from '../network/read-tariff.endpoint.ts'
import { removeCalendar } from '../network/remove-calendar.endpoint.ts'
import { removeTariff } from '../network/remove-tariff.endpoint.ts'
import { renewParcelLink } from '../parcel-page/renew.endpoint.ts'
import { withdrawParcelLink } from '../parcel-page/withdraw.endpoint.ts'
import { findParcel } from '../parcels/find.endpoint.ts'
import { listParcelsAtStore } from '../parcels/list.endpoint.ts'
import { updateKey } from '../partners/change-key.endpoint.ts'
import { updatePartner } from '../partners/change-partner.endpoint.ts'
import { createKey } from '../partners/create-key.endpoint.ts'
import { createPartner } from '../partners/create-partner.endpoint.ts'
import { keepApiKey } from '../partners/keep-key.endpoint.ts'
import { listAllKeys } from '../partners/list-keys.endpoint.ts'
import { listOwnKeys } from '../partners/list-own-keys.endpoint.ts'
import { listAllPartners } from '../partners/list-partners.endpoint.ts'
import { readKey } from '../partners/read-key.endpoint.ts'
import { readOwnKey } from '../partners/read-own-key.endpoint.ts'
import { readPartner } from '../partners/read-partner.endpoint.ts'
import { revokeApiKey } from '../partners/revoke-key.endpoint.ts'
import { rotateKeySecret } from '../partners/rotate-key-secret.endpoint.ts'
import { rotateOwnKeySecret } from '../partners/rotate-own-secret.endpoint.ts'
import { amendPickup } from '../pickups/amend.endpoint.ts'
import { cancelPickup } from '../pickups/cancel.endpoint.ts'
import { createPickup } from '../pickups/create.endpoint.ts'
import { listPickups } from '../pickups/list.endpoint.ts'
import { listPickupDays } from '../pickups/list-days.endpoint.ts'
import { readPickup } from '../pickups/read.endpoint.ts'
import { readQrImage } from '../qr/image.endpoint.ts'
import { invalidateQr } from '../qr/invalidate.endpoint.ts'
import { readQr } from '../qr/read.endpoint.ts'
import { reissueQr } from '../qr/reissue.endpoint.ts'
import { quoteShipment } from '../quotes/quote.endpoint.ts'
import { createReturnLink } from '../return-links/create.endpoint.ts'
import { listReturnLinks } from '../return-links/list.endpoint.ts'
import { readReturnLink } from '../return-links/read.endpoint.ts'
import { withdrawReturnLink } from '../return-links/withdraw.endpoint.ts'
import { advanceTestShipment } from '../sandbox/advance.endpoint.ts'
import { advanceTestClock } from '../sandbox/advance-clock.endpoint.ts'
import { readTestClock } from '../sandbox/read-clock.endpoint.ts'
import { readSample } from '../sandbox/read-sample.endpoint.ts'
import { rehearseEvent } from '../sandbox/rehearse-event.endpoint.ts'
import { rehearseFault } from '../sandbox/rehearse-fault.endpoint.ts'
import { startSample } from '../sandbox/start-sample.endpoint.ts'
import { scanBulk } from '../scans/bulk.endpoint.ts'
import { listShipmentScans } from '../scans/list.endpoint.ts'
import { SCAN_ENDPOINTS } from '../scans/scan.endpoint.ts'
import { searchEverything } from '../search/search.endpoint.ts'
import { cancelShipmentGroup } from '../shipment-groups/cancel.endpoint.ts'
import { createShipmentGroup } from '../shipment-groups/create.endpoint.ts'
import { listShipmentGroups } from '../shipment-groups/list.endpoint.ts'
import { readShipmentGroup } from '../shipment-groups/read.endpoint.ts'
import { amendShipment } from '../shipments/amend.endpoint.ts'
import { cancelShipment } from '../shipments/cancel.endpoint.ts'
import { createShipment } from '../shipments/create.endpoint.ts'
import { createShipments } from '../shipments/create-batch.endpoint.ts'
import { createRetailShipment } from '../shipments/create-retail.endpoint.ts'
import { setDisposition } from '../shipments/disposition.endpoint.ts'
import { holdShipment } from '../shipments/hold.endpoint.ts'
import { listShipments } from '../shipments/list.endpoint.ts'
import { readShipment } from '../shipments/read.endpoint.ts'
import { readShipmentActions } from '../shipments/read-actions.endpoint.ts'
import { readShipmentCustody } from '../shipments/read-custody.endpoint.ts'
import { redirectShipment } from '../shipments/redirect.endpoint.ts'
import { releaseShipment } from '../shipments/release.endpoint.ts'
import { reprintLabel } from '../shipments/reprint.endpoint.ts'
import { searchShipments } from '../shipments/search.endpoint.ts'
import { createConsoleLink } from '../sign-in/create-link.endpoint.ts'
import { endConsoleSession } from '../sign-in/end-session.endpoint.ts'
import { listConsoleLinks } from '../sign-in/list-links.endpoint.ts'
import { listConsoleSessions } from '../sign-in/list-sessions.endpoint.ts'
import { openConsoleSession } from '../sign-in/open-session.endpoint.ts'
import { readConsoleLink } from '../sign-in/read-link.endpoint.ts'
import { readConsoleSession } from '../sign-in/read-session.endpoint.ts'
import { withdrawConsoleLink } from '../sign-in/withdraw-link.endpoint.ts'
import { listSweeps } from '../sweeps/list.endpoint.ts'
import { readSweep } from '../sweeps/read.endpoint.ts'
import { acceptTender } from '../tenders/accept.endpoint.ts'
import { cancelTender } from '../tenders/cancel.endpoint.ts'
import { createTender } from '../tenders/create.endpoint.ts'
import { dismissTenderDiscrepancy } from '../tenders/dismiss-discrepancy.endpoint.ts'
import { listTenders } from '../tenders/list.endpoint.ts'
import { readTender } from '../tenders/read.endpoint.ts'
import { readToday } from '../today/read.endpoint.ts'
import { readTodaySteps } from '../today/read-steps.endpoint.ts'
import { listShipmentEvents } from '../tracking/list-shipment-events.endpoint.ts'
import { readTracking } from '../tracking/read.endpoint.ts'
import { createWebhook } from '../webhooks/create.endpoint.ts'
import { deleteWebhook } from '../webhooks/delete.endpoint.ts'
import { listAllWebhooks } from '../webhooks/list.endpoint.ts'
import { listOperatorWebhooks } from '../webhooks/list-all.endpoint.ts'
import { listAllPartnersDeliveries } from '../webhooks/list-all-partners-deliveries.endpoint.ts'
import { listOperatorDeliveries } from '../webhooks/list-any-deliveries.endpoint.ts'
import { listOperatorEventDeliveries } from '../webhooks/list-any-event-deliveries.endpoint.ts'
import { listWebhookDeliveries } from '../webhooks/list-deliveries.endpoint.ts'
import { listEventDeliveries } from '../webhooks/list-event-deliveries.endpoint.ts'
import { listEveryDelivery } from '../webhooks/list-every-delivery.endpoint.ts'
import { previewRecovery } from '../webhooks/preview-recovery.endpoint.ts'
import { readWebhook } from '../webhooks/read.endpoint.ts'
import { readOperatorWebhook } from '../webhooks/read-any.endpoint.ts'
import { readOperatorDelivery } from '../webhooks/read-any-delivery.endpoint.ts'
import { readDelivery } from '../webhooks/read-delivery.endpoint.ts'
import { recoverWebhook } from '../webhooks/recover.endpoint.ts'
import { redeliver } from '../webhooks/redeliver.endpoint.ts'
import { rotateWebhookSecret } from '../webhooks/rotate-secret.endpoint.ts'
import { updateWebhook } from '../webhooks/update.endpoint.ts'

/**
 * Every endpoint under /v2, in the order of the reference. An endpoint is its file and its line here. The key is the name of the operation
 * in the API document and of the method in packages/client, so it is public and never changes.
 */
export const ENDPOINTS = {
  createShipment,
  createShipments,
  createRetailShipment,
  quoteShipment,
  verifyAddress,
  listShipments,
  readShipment,
  readShipmentActions,
  readShipmentCustody,
  searchEverything,
  amendShipment,
  cancelShipment,
  holdShipment,
  releaseShipment,
  redirectShipment,
  setDisposition,
  createShipmentGroup,
  listShipmentGroups,
  readShipmentGroup,
  cancelShipmentGroup,
  readCustoms,
  setCustoms,
  readCn23,
  readCommercialInvoice,
  readLabel,
  printLabels,
  reprintLabel,
  readQr,
  readQrImage,
  reissueQr,
  invalidateQr,
  ...SCAN_ENDPOINTS,
  scanBulk,
  listScanFacilities,
  listShipmentScans,
  findParcel,
  listParcelsAtStore,
  readTracking,
  createReturnLink,
  listReturnLinks,
  readReturnLink,
  withdrawReturnLink,
  renewParcelLink,
  withdrawParcelLink,
  readBrand,
  updateBrand,
  createDocument,
  readDocument,
  readStorage,
  readProofOfDelivery,
  createPickup,
  listPickups,
  readPickup,
  amendPickup,
  cancelPickup,
  listSweeps,
  readSweep,
  createTender,
  listTenders,
  readTender,
  acceptTender,
  cancelTender,
  dismissTenderDiscrepancy,
  listManifests,
  readManifest,
  closeManifest,
  listDropOffLocations,
  readDropOffLocation,
  listPickupDays,
  createWebhook,
  listWebhooks: listAllWebhooks,
  readWebhook,
  updateWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  recoverWebhook,
  previewWebhookRecovery: previewRecovery,
  listWebhookDeliveries,
  listEveryDelivery,
  readDelivery,
  redeliver,
  listEventDeliveries,
  createAdjustment,
  listShipmentAdjustments,
  readAdjustment,
  disputeAdjustment,
  listOwnDisputes,
  createDiscrepancy,
  readDiscrepancy,
  listShipmentDiscrepancies,
  listDiscrepancies,
  createClaim,
  listClaims,
  readClaim,
  resolveTestDispute,
  resolveTestClaim,
  listOwnKeys,
  readOwnKey,
  rotateOwnKeySecret,
  createPartner,
  listPartners: listAllPartners,
  readPartner,
  updatePartner,
  createKey,
  listKeys: listAllKeys,
  readKey,
  updateKey,
  keepKey: keepApiKey,
  revokeKey: revokeApiKey,
  rotateKeySecret,
  createStore,
  importStores: importStoreFile,
  startImport,
  listImports,
  readImport,
  listStores,
  readStore,
  updateStore,
  listFacilities,
  setFacility,
  listCarriers,
  setCarrier,
  sendCarrierReport,
  listUnmatchedScans,
  matchUnmatchedScan,
  dismissUnmatchedScan,
  listCarrierBookings,
  createConsolidation,
  listConsolidations,
  readConsolidation,
  acceptConsolidation,
  cancelConsolidation,
  sendCarrierInvoice,
  listCarrierInvoices,
  readCarrierInvoice,
  listCarrierInvoiceLines,
  readCarrierInvoiceLine,
  decideCarrierInvoice,
  recheckCarrierInvoice,
  removeCarrierInvoice,
  retryCarrierBooking,
  listMarkets,
  setMarket,
  listRateCards,
  setRateCard,
  listTariffs,
  readTariff,
  removeTariff,
  listCalendars,
  readCalendar,
  setCalendar,
  removeCalendar,
  readPolicy,
  setPolicy,
  readNumbering,
  setNumbering,
  listOperatorClaims,
  listDisputes,
  searchShipments,
  listOperatorWebhooks,
  readOperatorWebhook,
  listOperatorDeliveries,
  listAllPartnersDeliveries,
  readOperatorDelivery,
  listOperatorEvents,
  readOperatorEvent,
  listOperatorEventDeliveries,
  listAudit,
  resolveDispute,
  resolveClaim,
  createConsoleLink,
  listConsoleLinks,
  readConsoleLink,
  withdrawConsoleLink,
  openConsoleSession,
  listConsoleSessions,
  readConsoleSession,
  endConsoleSession,
  readToday,
  readTodaySteps,
  listEvents,
  listShipmentEvents,
  readEvent,
  advanceTestShipment,
  readTestClock,
  advanceTestClock,
  rehearseEvent,
  rehearseFault,
  startSample,
  readSample,
} satisfies Record<string, Endpoint>

export const ROUTES: readonly Endpoint[] = Object.entries(ENDPOINTS).map(([operation, endpoint]) => ({ ...endpoint, operation }))
