import { showPage } from '../shared/page.tsx'
import './counter.css'
import { keepInstalled } from './queue/install.ts'
import { openQueue } from './queue/queue.ts'
import { CounterPage } from './shell/counter-page.tsx'

void keepInstalled()
openQueue().then(
  (queue) => showPage(<CounterPage queue={queue} />),
  (error: Error) =>
    showPage(
      <main className="gate">
        <h1>Counter</h1>
        <p className="notice bad">{error.message}</p>
      </main>,
    ),
)
