import { showPage } from '../shared/page.tsx'
import './counter.css'
import { keepInstalled } from './queue/install.ts'
import { openQueue } from './queue/queue.ts'
import { CounterPage } from './shell/counter-page.tsx'

/** A newer build shows when the page is next put aside, so that nobody's typing is lost. */
const showLater = (): void => {
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && location.reload())
}

void keepInstalled(showLater)
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
