import { showPage } from '../shared/page.tsx'
import './sign-in.css'
import { SignInPage } from './sign-in-page.tsx'

// The token leaves the address before anything else happens, so that no history, bookmark or picture of the screen has it.
const token = location.hash.slice(1)
history.replaceState(null, '', location.pathname)
// Another link that is opened in the same tab changes the fragment only.
addEventListener('hashchange', () => location.reload())

showPage(<SignInPage token={token} />)
