import { showPage } from '../shared/page.tsx'
import './sign-in.css'
import { SignInPage } from './sign-in-page.tsx'

// Remove the token from the address before anything else happens, so that it appears in no history, bookmark or screenshot.
const token = location.hash.slice(1)
history.replaceState(null, '', location.pathname)
// Opening another link in the same tab only changes the fragment.
addEventListener('hashchange', () => location.reload())

showPage(<SignInPage token={token} />)
