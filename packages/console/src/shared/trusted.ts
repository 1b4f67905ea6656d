// The pages' policy (`require-trusted-types-for`) forbids using text as a script's address or as markup. This module allows one exception:
// the address of one of this service's files, for a worker. Every page imports it before everything else.

interface Policies {
  createPolicy(name: 'default', rules: { createScriptURL(address: string): string }): unknown
}

const policies = (globalThis as { trustedTypes?: Policies }).trustedTypes
// Browsers without Trusted Types need no policy.
policies?.createPolicy('default', {
  createScriptURL: (address) => {
    if (new URL(address, location.href).origin !== location.origin) throw new TypeError(`not a script of this service: ${address}`)
    return address
  },
})

export {}
