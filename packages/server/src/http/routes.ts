import { listEvents } from '../events/list.endpoint.ts'
import { closeManifest } from '../manifests/close.endpoint.ts'
import { listAllManifests } from '../manifests/list.endpoint.ts'
import { readManifest } from '../manifests/read.endpoint.ts'
import { amendPickup } from '../pickups/amend.endpoint.ts'
import { cancelPickup } from '../pickups/cancel.endpoint.ts'
import { createPickup } from '../pickups/create.endpoint.ts'
import { listAllPickups } from '../pickups/list.endpoint.ts'
import { readPickup } from '../pickups/read.endpoint.ts'
import { scanBulk } from '../scans/bulk.endpoint.ts'
import { SCAN_ENDPOINTS } from '../scans/scan.endpoint.ts'
import { amendShipment } from '../shipments/amend.endpoint.ts'
import { cancelShipment } from '../shipments/cancel.endpoint.ts'
import { createShipment } from '../shipments/create.endpoint.ts'
import { createShipments } from '../shipments/create-batch.endpoint.ts'
import { createRetailShipment } from '../shipments/create-retail.endpoint.ts'
import { disposeShipment } from '../shipments/disposition.endpoint.ts'
import { holdShipment } from '../shipments/hold.endpoint.ts'
import { listAllShipments } from '../shipments/list.endpoint.ts'
import { readShipment } from '../shipments/read.endpoint.ts'
import { redirectShipment } from '../shipments/redirect.endpoint.ts'
import { releaseShipment } from '../shipments/release.endpoint.ts'
import { reprintLabel } from '../shipments/reprint.endpoint.ts'
import { listAllSweeps } from '../sweeps/list.endpoint.ts'
import { readSweep } from '../sweeps/read.endpoint.ts'
import { acceptTender } from '../tenders/accept.endpoint.ts'
import { createTender } from '../tenders/create.endpoint.ts'
import { listAllTenders } from '../tenders/list.endpoint.ts'
import { readTender } from '../tenders/read.endpoint.ts'
import { createWebhook } from '../webhooks/create.endpoint.ts'
import { deleteWebhook } from '../webhooks/delete.endpoint.ts'
import { listAllWebhooks } from '../webhooks/list.endpoint.ts'
import { listWebhookDeliveries } from '../webhooks/list-deliveries.endpoint.ts'
import { readWebhook } from '../webhooks/read.endpoint.ts'
import { readDelivery } from '../webhooks/read-delivery.endpoint.ts'
import { recoverWebhook } from '../webhooks/recover.endpoint.ts'
import { redeliver } from '../webhooks/redeliver.endpoint.ts'
import { rotateWebhookSecret } from '../webhooks/rotate-secret.endpoint.ts'
import { updateWebhook } from '../webhooks/update.endpoint.ts'
import type { Endpoint } from './endpoint.ts'

/**
 * Every endpoint under /v2, in the order of the reference. An endpoint is its file and its line here. The key is the name of the operation
 * in the API document and of the method in packages/client, so it is public and stays.
 */
export const ENDPOINTS = {
  createShipment,
  createShipments,
  createRetailShipment,
  listShipments: listAllShipments,
  readShipment,
  amendShipment,
  cancelShipment,
  holdShipment,
  releaseShipment,
  redirectShipment,
  setDisposition: disposeShipment,
  reprintLabel,
  ...SCAN_ENDPOINTS,
  scanBulk,
  createPickup,
  listPickups: listAllPickups,
  readPickup,
  amendPickup,
  cancelPickup,
  listSweeps: listAllSweeps,
  readSweep,
  createTender,
  listTenders: listAllTenders,
  readTender,
  acceptTender,
  listManifests: listAllManifests,
  readManifest,
  closeManifest,
  createWebhook,
  listWebhooks: listAllWebhooks,
  readWebhook,
  updateWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  recoverWebhook,
  listWebhookDeliveries,
  readDelivery,
  redeliver,
  listEvents,
} satisfies Record<string, Endpoint>

export const ROUTES: readonly Endpoint[] = Object.values(ENDPOINTS)
