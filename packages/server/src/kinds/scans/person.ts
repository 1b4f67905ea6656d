import { isRefusal, type Refusal } from '@backhaul/core/refusal.ts'
import type { Caller } from '../../service/key-cache.ts'
import type { ScanRequest } from './check.ts'

/** Sets the signed-in person as the scanner, even if the request names somebody else. */
export const byPerson = <S extends ScanRequest | Refusal>({ key }: Caller, scan: S): S =>
  key.session && !isRefusal(scan) ? { ...scan, scanner_email: key.email, scanner_name: key.full_name } : scan
