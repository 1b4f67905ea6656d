// The pages' policy (`require-trusted-types-for`) forbids using text as a script's address. This module makes one exception: a file of this
// service, for a worker. Text can never become markup. Imported before everything else.

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
