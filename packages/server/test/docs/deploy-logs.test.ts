// The log format of deploy/nginx.conf leaves out queries and tokens. scripts/check-deploy.mjs checks nginx itself, if nginx is installed.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Links } from '../../src/service/links.ts'

const CONFIG = readFileSync(new URL('../../../../deploy/nginx.conf', import.meta.url), 'utf8')

/** Returns the logged form of a path. nginx has already decoded the path and removed the query. */
const logged = (path: string): string => {
  const [, rules = ''] = /map \$uri \$backhaul_path \{(.*?)\n {2}\}/s.exec(CONFIG) ?? []
  for (const [, pattern = '', value = ''] of rules.matchAll(/"~(.+)" (\S+);/g)) {
    const groups = new RegExp(pattern).exec(path)?.groups
    if (groups) return value.replaceAll(/\$(\w+)/g, (_, name) => groups[name] ?? '')
  }
  return path
}

test('tokens of parcel pages and return pages are not logged, under any base path', () => {
  const links = new Links(Buffer.alloc(32, 7), 'https://api.example.com/base')
  for (let n = 0; n < 200; n++) {
    const id = String(n).padStart(26, '0')
    for (const url of [links.parcelUrlOf(`shp_${id}`, n % 40), links.returnUrl(`rtl_${id}`)]) {
      const { pathname } = new URL(url)
      const [, page] = pathname.split('/').slice(1)
      for (const below of ['', '/label', '/logo']) expect(logged(pathname + below)).toBe(`/base/${page}/-${below}`)
    }
  }
  expect(logged('/v2/tracking/ABC')).toBe('/v2/tracking/-')
  for (const path of [
    '/',
    '/healthz',
    '/v2/shipments/shp_06h1rs0ye9r5fdzr0adc3dktcc/label',
    '/v2/ops/policy',
    '/counter/',
    '/assets/a-1.js',
  ])
    expect(logged(path)).toBe(path)
})

test('no other variable of a log line can contain a URL', () => {
  const [, format = ''] = /log_format backhaul (.*?);/s.exec(CONFIG) ?? []
  const variables = [...format.matchAll(/\$(\w+)/g)].map(([, name]) => name)
  expect(variables).toContain('backhaul_path')
  for (const name of ['request', 'request_uri', 'uri', 'args', 'query_string', 'http_referer', 'document_uri'])
    expect(variables).not.toContain(name)
  const logs = [...CONFIG.matchAll(/^\s*(access_log|error_log) (.+);/gm)].map(([, name, where]) => `${name} ${where}`)
  expect(logs).toEqual(['access_log /var/log/nginx/access.log backhaul', 'error_log /var/log/nginx/error.log crit'])
})
