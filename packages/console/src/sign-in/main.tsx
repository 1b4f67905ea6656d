import { showPage } from '../shared/page.tsx'

showPage(
  <main>
    <h1>sign-in</h1>
  </main>,
)
