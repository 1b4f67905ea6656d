// Checks that the Python library of Standard Webhooks accepts our signatures, and nothing else: `node scripts/standard-webhooks.mjs`; a
// step of .ci/full, because it installs a package from PyPI. packages/server/test/webhooks/standard.test.ts checks the JavaScript library.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bootstrap } from './bootstrap.mjs'

const LIBRARY = 'standardwebhooks==1.1.0'
const INSTALL_LIMIT_MS = 180_000

const PROGRAM = `
import json, sys
from standardwebhooks.webhooks import Webhook, WebhookVerificationError

def takes(delivery):
    try:
        Webhook(delivery["secret"]).verify(delivery["body"], delivery["headers"])
        return True
    except WebhookVerificationError:
        return False

deliveries = json.load(sys.stdin)
wrong = [d["what"] for d in deliveries if takes(d) != d["genuine"]]
if wrong:
    sys.exit("the Python library gives another result: " + ", ".join(wrong))
print(f"ok: the Python library gives the same result for {len(deliveries)} deliveries")
`

/** Returns the Python of a new virtual environment with the library, or the reason why there is none. */
const pythonWith = (directory) => {
  if (spawnSync('python3', ['--version']).status !== 0) return { missing: 'no python3 on this machine' }
  if (spawnSync('python3', ['-m', 'venv', directory], { timeout: INSTALL_LIMIT_MS }).status !== 0)
    return { missing: 'no venv module in this Python' }
  const python = join(directory, 'bin/python')
  const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', LIBRARY]
  const { status, stderr } = spawnSync(python, install, { timeout: INSTALL_LIMIT_MS, encoding: 'utf8' })
  return status === 0 ? { python } : { missing: `cannot install ${LIBRARY}: ${String(stderr).trim().split('\n').at(-1)}` }
}

const deliveries = async () => {
  const { newWebhookSecret } = await import('../packages/server/dist/delivery/secrets.js')
  const { attemptHeaders, Signer, StandardSigner } = await import('../packages/server/dist/delivery/sign.js')
  const [secret, next, other] = Array.from({ length: 3 }, () => newWebhookSecret('standard'))
  const body = '{"eventID":"evt_06gzp0fv99r2v2xs88444258ag","name":"Zoë 📦"}'
  const now_s = Math.floor(Date.now() / 1000)
  const headersBy = (secrets, timestamp_s = now_s) =>
    attemptHeaders({
      signer: new Signer(secrets[0]),
      next_signer: null,
      standard: secrets.map((one) => new StandardSigner(one)),
      ...{ event_id: 'evt_06gzp0fv99r2v2xs88444258ag', delivery_id: 'dlv_1', attempt: 1, timestamp_s, body },
    })
  const both = headersBy([secret, next])
  return [
    { what: 'a delivery', secret, headers: headersBy([secret]), body, genuine: true },
    { what: 'the old secret in a rotation', secret, headers: both, body, genuine: true },
    { what: 'the new secret in a rotation', secret: next, headers: both, body, genuine: true },
    { what: 'another secret', secret: other, headers: both, body, genuine: false },
    { what: 'another body', secret, headers: both, body: `${body} `, genuine: false },
    { what: 'another id', secret, headers: { ...both, 'webhook-id': 'evt_1' }, body, genuine: false },
    { what: 'an old delivery', secret, headers: headersBy([secret], now_s - 400), body, genuine: false },
  ]
}

const directory = mkdtempSync(join(tmpdir(), 'backhaul-standard-'))
try {
  const { python, missing } = pythonWith(directory)
  if (python) {
    bootstrap()
    const input = JSON.stringify(await deliveries())
    process.stdout.write(execFileSync(python, ['-c', PROGRAM], { input, encoding: 'utf8', stdio: ['pipe', 'pipe', 'inherit'] }))
  } else {
    console.log(`skipped: ${missing}`)
  }
} finally {
  rmSync(directory, { recursive: true, force: true })
}
