import { showPage } from '../shared/page.tsx'

showPage(
  <main>
    <h1>Counter</h1>
  </main>,
)
