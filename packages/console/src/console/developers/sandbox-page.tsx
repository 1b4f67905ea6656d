import { Clock } from './clock.tsx'
import './developers.css'
import { Rehearsals } from './rehearsals.tsx'

export const Page = () => (
  <>
    <h1>Sandbox</h1>
    <p>
      Here you cause whatever your programs should be ready for. <a href="/docs/guide/sandbox">All that the sandbox can do</a>
    </p>
    <Clock />
    <Rehearsals />
  </>
)
