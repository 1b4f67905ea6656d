// The pages' policy lets no text become a script's address (`require-trusted-types-for`), except through this: a file of this service, for a
// worker. Markup never passes. Imported before everything else.

interface Policies {
  createPolicy(name: 'default', rules: { createScriptURL(address: string): string }): unknown
}

const policies = (globalThis as { trustedTypes?: Policies }).trustedTypes
// Absent in browsers that do not know them, which then have nothing to be told.
policies?.createPolicy('default', {
  createScriptURL: (address) => {
    if (new URL(address, location.href).origin !== location.origin) throw new TypeError(`not a script of this service: ${address}`)
    return address
  },
})

export {}
