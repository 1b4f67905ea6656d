import { isRefusal, type Refusal } from '@backhaul/core/refusal.ts'
import type { Caller } from '../../service/key-cache.ts'
import type { ScanRequest } from './check.ts'

/** A scan of somebody who signed in says who scanned, whatever the request says. */
export const byPerson = <S extends ScanRequest | Refusal>({ key }: Caller, scan: S): S =>
  key.session && !isRefusal(scan) ? { ...scan, scanner_email: key.email, scanner_name: key.full_name } : scan
