// The clerk's options for an entry that was not sent, by error code. For an unlisted code the page shows the service's own message and the
// last text below.

const REMEDIES: Readonly<Record<string, string>> = {
  not_found: 'Check the code on the parcel and scan it again. If it is right, the parcel belongs to another network: give it back.',
  invalid_transition: 'Open the parcel and look where it is now. Then scan it again, or take this off the list.',
  qr_not_valid: 'Ask the sender for the newest code. This one was replaced, or it has expired.',
  shipment_held: 'Put the parcel aside. It can go on when the hold is released.',
  label_not_ready: 'Take the parcel in as a walk-in: it has no label yet.',
  label_voided: 'The return was canceled or has expired. Give the parcel back.',
  validation_failed: 'Enter it again and check what you type. If it happens again, tell whoever runs the service.',
  insufficient_scope: 'This device may not do that. Ask whoever set it up, then try again.',
  storage_quota_exceeded: 'The service has no room for pictures. Enter it again without a picture, and tell whoever runs the service.',
  payload_too_large: 'The picture is too large. Take a smaller one and enter it again.',
  manifest_already_closed: 'Nothing is left to do: the manifest is closed. Take this off the list.',
  tender_already_accepted: 'Nothing is left to do: the tender is accepted. Take this off the list.',
  internal_error: 'The service failed at this several times. Try again later, and tell whoever runs the service.',
  // Codes of the queue itself.
  signed_out: 'Sign in again with a new link. Nothing is lost: what you confirmed is sent after that.',
  other_store: 'Sign in for the store that this was confirmed at, and it is sent; or enter it there again and take it off the list.',
  other_person:
    'Ask that person to sign in on this device. If that person no longer works here, enter this again and take it off the list.',
  too_old_to_repeat: 'Open the parcel and look whether it is there. If not, try again; if it is, take this off the list.',
  idempotency_key_reused: 'Open the parcel and look whether it is there. If not, try again; if it is, take this off the list.',
  not_repeatable: 'Open the parcel and look whether it is there. If not, try again; if it is, take this off the list.',
}

const OTHERWISE = 'Open the parcel and look where it is. Then try again, or take this off the list.'

export const remedyOf = (code: string): string => REMEDIES[code] ?? OTHERWISE
