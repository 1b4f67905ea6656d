import type { Endpoint } from '../http/endpoint.ts'
import { verifyAddress } from '../kinds/addresses/verify.endpoint.ts'
import { createAdjustment } from '../kinds/adjustments/create.endpoint.ts'
import { disputeAdjustment } from '../kinds/adjustments/dispute.endpoint.ts'
import { listShipmentAdjustments } from '../kinds/adjustments/list.endpoint.ts'
import { listDisputes, listOwnDisputes } from '../kinds/adjustments/list-disputes.endpoint.ts'
import { readAdjustment } from '../kinds/adjustments/read.endpoint.ts'
import { resolveDispute } from '../kinds/adjustments/resolve.endpoint.ts'
import { resolveTestDispute } from '../kinds/adjustments/resolve-test.endpoint.ts'
import { listAudit } from '../kinds/audit/list.endpoint.ts'
import { updateBrand } from '../kinds/brands/change.endpoint.ts'
import { readBrand } from '../kinds/brands/read.endpoint.ts'
import { decideCarrierInvoice } from '../kinds/carrier-invoices/decide.endpoint.ts'
import { listCarrierInvoices } from '../kinds/carrier-invoices/list.endpoint.ts'
import { listCarrierInvoiceLines } from '../kinds/carrier-invoices/list-lines.endpoint.ts'
import { readCarrierInvoice } from '../kinds/carrier-invoices/read.endpoint.ts'
import { readCarrierInvoiceLine } from '../kinds/carrier-invoices/read-line.endpoint.ts'
import { recheckCarrierInvoice } from '../kinds/carrier-invoices/recheck.endpoint.ts'
import { removeCarrierInvoice } from '../kinds/carrier-invoices/remove.endpoint.ts'
import { sendCarrierInvoice } from '../kinds/carrier-invoices/send.endpoint.ts'
import { dismissUnmatchedScan } from '../kinds/carriers/dismiss-unmatched.endpoint.ts'
import { listCarrierBookings } from '../kinds/carriers/list-bookings.endpoint.ts'
import { listUnmatchedScans } from '../kinds/carriers/list-unmatched.endpoint.ts'
import { matchUnmatchedScan } from '../kinds/carriers/match-unmatched.endpoint.ts'
import { retryCarrierBooking } from '../kinds/carriers/retry-booking.endpoint.ts'
import { sendCarrierReport } from '../kinds/carriers/send-report.endpoint.ts'
import { createClaim } from '../kinds/claims/create.endpoint.ts'
import { listClaims, listOperatorClaims } from '../kinds/claims/list.endpoint.ts'
import { readClaim } from '../kinds/claims/read.endpoint.ts'
import { resolveClaim } from '../kinds/claims/resolve.endpoint.ts'
import { resolveTestClaim } from '../kinds/claims/resolve-test.endpoint.ts'
import { acceptConsolidation } from '../kinds/consolidations/accept.endpoint.ts'
import { cancelConsolidation } from '../kinds/consolidations/cancel.endpoint.ts'
import { createConsolidation } from '../kinds/consolidations/create.endpoint.ts'
import { listConsolidations } from '../kinds/consolidations/list.endpoint.ts'
import { readConsolidation } from '../kinds/consolidations/read.endpoint.ts'
import { readCustoms } from '../kinds/customs/read.endpoint.ts'
import { readCn23 } from '../kinds/customs/read-cn23.endpoint.ts'
import { readCommercialInvoice } from '../kinds/customs/read-commercial-invoice.endpoint.ts'
import { setCustoms } from '../kinds/customs/set.endpoint.ts'
import { createDiscrepancy } from '../kinds/discrepancies/create.endpoint.ts'
import { listShipmentDiscrepancies } from '../kinds/discrepancies/list.endpoint.ts'
import { listDiscrepancies } from '../kinds/discrepancies/list-all.endpoint.ts'
import { readDiscrepancy } from '../kinds/discrepancies/read.endpoint.ts'
import { createDocument } from '../kinds/documents/create.endpoint.ts'
import { readProofOfDelivery } from '../kinds/documents/pod.endpoint.ts'
import { readDocument } from '../kinds/documents/read.endpoint.ts'
import { readStorage } from '../kinds/documents/read-storage.endpoint.ts'
import { listEvents, listOperatorEvents } from '../kinds/events/list.endpoint.ts'
import { readEvent } from '../kinds/events/read.endpoint.ts'
import { readOperatorEvent } from '../kinds/events/read-any.endpoint.ts'
import { listImports } from '../kinds/imports/list.endpoint.ts'
import { readImport } from '../kinds/imports/read.endpoint.ts'
import { startImport } from '../kinds/imports/start.endpoint.ts'
import { printLabels } from '../kinds/labels/print.endpoint.ts'
import { readLabel } from '../kinds/labels/read.endpoint.ts'
import { closeManifest } from '../kinds/manifests/close.endpoint.ts'
import { listManifests } from '../kinds/manifests/list.endpoint.ts'
import { readManifest } from '../kinds/manifests/read.endpoint.ts'
import { updateStore } from '../kinds/network/change-store.endpoint.ts'
import { createStore } from '../kinds/network/create-store.endpoint.ts'
import { importStoreFile } from '../kinds/network/import-stores.endpoint.ts'
import { listCalendars } from '../kinds/network/list-calendars.endpoint.ts'
import { listCarriers } from '../kinds/network/list-carriers.endpoint.ts'
import { listFacilities } from '../kinds/network/list-facilities.endpoint.ts'
import { listDropOffLocations } from '../kinds/network/list-locations.endpoint.ts'
import { listMarkets } from '../kinds/network/list-markets.endpoint.ts'
import { listRateCards } from '../kinds/network/list-rate-cards.endpoint.ts'
import { listScanFacilities } from '../kinds/network/list-scan-facilities.endpoint.ts'
import { listStores } from '../kinds/network/list-stores.endpoint.ts'
import { listTariffs } from '../kinds/network/list-tariffs.endpoint.ts'
import { setCalendar } from '../kinds/network/put-calendar.endpoint.ts'
import { setCarrier } from '../kinds/network/put-carrier.endpoint.ts'
import { setFacility } from '../kinds/network/put-facility.endpoint.ts'
import { setMarket } from '../kinds/network/put-market.endpoint.ts'
import { setNumbering } from '../kinds/network/put-numbering.endpoint.ts'
import { setPolicy } from '../kinds/network/put-policy.endpoint.ts'
import { setRateCard } from '../kinds/network/put-rate-cards.endpoint.ts'
import { readCalendar } from '../kinds/network/read-calendar.endpoint.ts'
import { readDropOffLocation } from '../kinds/network/read-location.endpoint.ts'
import { readNumbering } from '../kinds/network/read-numbering.endpoint.ts'
import { readPolicy } from '../kinds/network/read-policy.endpoint.ts'
import { readStore } from '../kinds/network/read-store.endpoint.ts'
import { readTariff } from '../kinds/network/read-tariff.endpoint.ts'
import { removeCalendar } from '../kinds/network/remove-calendar.endpoint.ts'
import { removeTariff } from '../kinds/network/remove-tariff.endpoint.ts'
import { renewParcelLink } from '../kinds/parcel-page/renew.endpoint.ts'
import { withdrawParcelLink } from '../kinds/parcel-page/withdraw.endpoint.ts'
import { findParcel } from '../kinds/parcels/find.endpoint.ts'
import { listParcelsAtStore } from '../kinds/parcels/list.endpoint.ts'
import { updateKey } from '../kinds/partners/change-key.endpoint.ts'
import { updatePartner } from '../kinds/partners/change-partner.endpoint.ts'
import { createKey } from '../kinds/partners/create-key.endpoint.ts'
import { createPartner } from '../kinds/partners/create-partner.endpoint.ts'
import { keepApiKey } from '../kinds/partners/keep-key.endpoint.ts'
import { listAllKeys } from '../kinds/partners/list-keys.endpoint.ts'
import { listOwnKeys } from '../kinds/partners/list-own-keys.endpoint.ts'
import { listAllPartners } from '../kinds/partners/list-partners.endpoint.ts'
import { readKey } from '../kinds/partners/read-key.endpoint.ts'
import { readOwnKey } from '../kinds/partners/read-own-key.endpoint.ts'
import { readPartner } from '../kinds/partners/read-partner.endpoint.ts'
import { revokeApiKey } from '../kinds/partners/revoke-key.endpoint.ts'
import { rotateKeySecret } from '../kinds/partners/rotate-key-secret.endpoint.ts'
import { rotateOwnKeySecret } from '../kinds/partners/rotate-own-secret.endpoint.ts'
import { amendPickup } from '../kinds/pickups/amend.endpoint.ts'
import { cancelPickup } from '../kinds/pickups/cancel.endpoint.ts'
import { createPickup } from '../kinds/pickups/create.endpoint.ts'
import { listPickups } from '../kinds/pickups/list.endpoint.ts'
import { listPickupDays } from '../kinds/pickups/list-days.endpoint.ts'
import { readPickup } from '../kinds/pickups/read.endpoint.ts'
import { readQrImage } from '../kinds/qr/image.endpoint.ts'
import { invalidateQr } from '../kinds/qr/invalidate.endpoint.ts'
import { readQr } from '../kinds/qr/read.endpoint.ts'
import { reissueQr } from '../kinds/qr/reissue.endpoint.ts'
import { quoteShipment } from '../kinds/quotes/quote.endpoint.ts'
import { createReturnLink } from '../kinds/return-links/create.endpoint.ts'
import { listReturnLinks } from '../kinds/return-links/list.endpoint.ts'
import { readReturnLink } from '../kinds/return-links/read.endpoint.ts'
import { withdrawReturnLink } from '../kinds/return-links/withdraw.endpoint.ts'
import { advanceTestShipment } from '../kinds/sandbox/advance.endpoint.ts'
import { advanceTestClock } from '../kinds/sandbox/advance-clock.endpoint.ts'
import { readTestClock } from '../kinds/sandbox/read-clock.endpoint.ts'
import { readSample } from '../kinds/sandbox/read-sample.endpoint.ts'
import { rehearseEvent } from '../kinds/sandbox/rehearse-event.endpoint.ts'
import { rehearseFault } from '../kinds/sandbox/rehearse-fault.endpoint.ts'
import { startSample } from '../kinds/sandbox/start-sample.endpoint.ts'
import { scanBulk } from '../kinds/scans/bulk.endpoint.ts'
import { listShipmentScans } from '../kinds/scans/list.endpoint.ts'
import { SCAN_ENDPOINTS } from '../kinds/scans/scan.endpoint.ts'
import { searchEverything } from '../kinds/search/search.endpoint.ts'
import { cancelShipmentGroup } from '../kinds/shipment-groups/cancel.endpoint.ts'
import { createShipmentGroup } from '../kinds/shipment-groups/create.endpoint.ts'
import { listShipmentGroups } from '../kinds/shipment-groups/list.endpoint.ts'
import { readShipmentGroup } from '../kinds/shipment-groups/read.endpoint.ts'
import { amendShipment } from '../kinds/shipments/amend.endpoint.ts'
import { cancelShipment } from '../kinds/shipments/cancel.endpoint.ts'
import { createShipment } from '../kinds/shipments/create.endpoint.ts'
import { createShipments } from '../kinds/shipments/create-batch.endpoint.ts'
import { createRetailShipment } from '../kinds/shipments/create-retail.endpoint.ts'
import { setDisposition } from '../kinds/shipments/disposition.endpoint.ts'
import { holdShipment } from '../kinds/shipments/hold.endpoint.ts'
import { listShipments } from '../kinds/shipments/list.endpoint.ts'
import { readShipment } from '../kinds/shipments/read.endpoint.ts'
import { readShipmentActions } from '../kinds/shipments/read-actions.endpoint.ts'
import { readShipmentCustody } from '../kinds/shipments/read-custody.endpoint.ts'
import { redirectShipment } from '../kinds/shipments/redirect.endpoint.ts'
import { releaseShipment } from '../kinds/shipments/release.endpoint.ts'
import { reprintLabel } from '../kinds/shipments/reprint.endpoint.ts'
import { searchShipments } from '../kinds/shipments/search.endpoint.ts'
import { createConsoleLink } from '../kinds/sign-in/create-link.endpoint.ts'
import { endConsoleSession } from '../kinds/sign-in/end-session.endpoint.ts'
import { listConsoleLinks } from '../kinds/sign-in/list-links.endpoint.ts'
import { listConsoleSessions } from '../kinds/sign-in/list-sessions.endpoint.ts'
import { openConsoleSession } from '../kinds/sign-in/open-session.endpoint.ts'
import { readConsoleLink } from '../kinds/sign-in/read-link.endpoint.ts'
import { readConsoleSession } from '../kinds/sign-in/read-session.endpoint.ts'
import { withdrawConsoleLink } from '../kinds/sign-in/withdraw-link.endpoint.ts'
import { listSweeps } from '../kinds/sweeps/list.endpoint.ts'
import { readSweep } from '../kinds/sweeps/read.endpoint.ts'
import { acceptTender } from '../kinds/tenders/accept.endpoint.ts'
import { cancelTender } from '../kinds/tenders/cancel.endpoint.ts'
import { createTender } from '../kinds/tenders/create.endpoint.ts'
import { dismissTenderDiscrepancy } from '../kinds/tenders/dismiss-discrepancy.endpoint.ts'
import { listTenders } from '../kinds/tenders/list.endpoint.ts'
import { readTender } from '../kinds/tenders/read.endpoint.ts'
import { readToday } from '../kinds/today/read.endpoint.ts'
import { readTodaySteps } from '../kinds/today/read-steps.endpoint.ts'
import { listShipmentEvents } from '../kinds/tracking/list-shipment-events.endpoint.ts'
import { readTracking } from '../kinds/tracking/read.endpoint.ts'
import { createWebhook } from '../kinds/webhooks/create.endpoint.ts'
import { deleteWebhook } from '../kinds/webhooks/delete.endpoint.ts'
import { listAllWebhooks, listOperatorWebhooks } from '../kinds/webhooks/list.endpoint.ts'
import {
  listAllPartnersDeliveries,
  listEveryDelivery,
  listOperatorDeliveries,
  listWebhookDeliveries,
} from '../kinds/webhooks/list-deliveries.endpoint.ts'
import { listEventDeliveries, listOperatorEventDeliveries } from '../kinds/webhooks/list-event-deliveries.endpoint.ts'
import { previewRecovery } from '../kinds/webhooks/preview-recovery.endpoint.ts'
import { readWebhook } from '../kinds/webhooks/read.endpoint.ts'
import { readOperatorWebhook } from '../kinds/webhooks/read-any.endpoint.ts'
import { readOperatorDelivery } from '../kinds/webhooks/read-any-delivery.endpoint.ts'
import { readDelivery } from '../kinds/webhooks/read-delivery.endpoint.ts'
import { recoverWebhook } from '../kinds/webhooks/recover.endpoint.ts'
import { redeliver } from '../kinds/webhooks/redeliver.endpoint.ts'
import { rotateWebhookSecret } from '../kinds/webhooks/rotate-secret.endpoint.ts'
import { updateWebhook } from '../kinds/webhooks/update.endpoint.ts'

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
