const REMEDIES: readonly (readonly [fault: RegExp, remedy: string])[] = [
  [
    /self.signed|unable to (get|verify|find)/i,
    'Node does not trust its certificate; name a file with the certificate (PEM) in NODE_EXTRA_CA_CERTS when you start this command',
  ],
  [/expired|not yet valid/i, 'its certificate has expired or is not valid yet; renew it, or correct the clock'],
  [/altnames/i, 'its certificate is for another name; use that name in the URL'],
  [
    /wrong version number|packet length|unknown protocol|http request/i,
    'it does not use TLS on this port; use http:// if it is a local program',
  ],
]

/** Adds a remedy to the reason why a TLS connection failed. */
export const withTlsRemedy = (reason: string): string => {
  const remedy = REMEDIES.find(([fault]) => fault.test(reason))?.[1]
  return remedy === undefined ? reason : `${reason}: ${remedy}`
}
