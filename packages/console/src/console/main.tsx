import { showPage } from '../shared/page.tsx'

showPage(
  <main>
    <h1>console</h1>
  </main>,
)
