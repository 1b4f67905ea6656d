// The clerk's options for an entry that was not sent, by error code. For a code that is not listed, the page shows the service's own
// message and the last text below.

const REMEDIES: Readonly<Record<string, string>> = {
  not_found: 'Check the code on the parcel and scan it again. If the code is right, the parcel belongs to another network. Give it back.',
  invalid_transition: 'Open the parcel and check its status. Then scan it again, or remove this from the list.',
  qr_not_valid: 'Ask the sender for the latest code. This code was replaced or has expired.',
  shipment_held: 'Put the parcel aside until the hold is released.',
  label_not_ready: 'Take the parcel in as a walk-in: it has no label yet.',
  label_voided: 'The return was canceled or has expired. Give the parcel back.',
  validation_failed: 'Enter it again and check your input. If this happens again, contact the person who runs the service.',
  insufficient_scope: 'This device is not allowed to do this. Ask the person who set it up, then try again.',
  storage_quota_exceeded:
    'The service has no room for pictures. Enter it again without a picture, and contact the person who runs the service.',
  payload_too_large: 'The picture is too large. Take a smaller one and enter it again.',
  manifest_already_closed: 'The manifest is already closed. Remove this from the list.',
  tender_already_accepted: 'The tender is already accepted. Remove this from the list.',
  internal_error: 'The service failed several times. Try again later, and contact the person who runs the service.',
  // Codes that the queue sets itself. The service does not send them.
  signed_out: 'Sign in again with a new link. Nothing is lost: everything that you confirmed is sent after the sign-in.',
  other_store:
    'Sign in for the store where this was confirmed, and it is sent. Or enter it again at that store and remove it from this list.',
  other_person:
    'Ask that person to sign in on this device. If the person no longer works here, enter this again and remove it from the list.',
  too_old_to_repeat: 'Open the parcel and check whether this was recorded. If not, try again. If so, remove this from the list.',
  idempotency_key_reused: 'Open the parcel and check whether this was recorded. If not, try again. If so, remove this from the list.',
  not_repeatable: 'Open the parcel and check whether this was recorded. If not, try again. If so, remove this from the list.',
}

const OTHERWISE = 'Open the parcel and check its status. Then try again, or remove this from the list.'

export const remedyOf = (code: string): string => REMEDIES[code] ?? OTHERWISE
