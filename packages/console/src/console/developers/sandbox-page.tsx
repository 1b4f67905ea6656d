import { Clock } from './clock.tsx'
import './developers.css'
import { Rehearsals } from './rehearsals.tsx'

export const Page = () => (
  <>
    <h1>Sandbox</h1>
    <p>
      Trigger the events and problems that your programs must handle. <a href="/docs/guide/sandbox">Everything that the sandbox can do</a>
    </p>
    <Clock />
    <Rehearsals />
  </>
)
