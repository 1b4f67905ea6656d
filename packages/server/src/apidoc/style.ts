/** The style sheet of the reference pages: system fonts, no images, light and dark. */
export const STYLE = `:root {
  color-scheme: light dark;
  --ink: #1b2430; --soft: #5a6675; --line: #dde3ea; --paper: #fff; --shade: #f5f7fa; --link: #0b5cad;
  --get: #0a6b4f; --post: #0b5cad; --patch: #8a5a00; --delete: #b3261e;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #e4e9f0; --soft: #9aa7b6; --line: #303a46; --paper: #12171d; --shade: #1a2129; --link: #7db8f5;
    --get: #5fcfa8; --post: #7db8f5; --patch: #e0b35c; --delete: #f28b82;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; display: grid; grid-template-columns: 18rem minmax(0, 1fr); color: var(--ink); background: var(--paper);
  font: 16px/1.55 system-ui, sans-serif; }
nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1.5rem 1rem 3rem 1.5rem; background: var(--shade); border-right: 1px solid var(--line);
  font-size: .875rem; }
nav .title { font-size: 1.125rem; font-weight: 700; color: var(--ink); }
nav h2 { margin: 1.5rem 0 .25rem; font-size: .75rem; letter-spacing: .06em; text-transform: uppercase; color: var(--soft); }
nav ul { margin: 0; padding: 0; list-style: none; }
nav li a { display: block; padding: .15rem 0; color: inherit; overflow-wrap: anywhere; }
main { max-width: 62rem; padding: 2rem 3rem 6rem; }
a { color: var(--link); text-decoration: none; }
a:hover { text-decoration: underline; }
.skip { position: absolute; left: -100rem; }
.skip:focus { left: 1rem; top: 1rem; padding: .5rem; background: var(--paper); z-index: 1; }
h1 { font-size: 2rem; line-height: 1.2; }
section > h2 { margin-top: 4rem; padding-bottom: .4rem; border-bottom: 1px solid var(--line); font-size: 1.5rem; }
article { margin: 2.5rem 0; padding-bottom: 1rem; }
article > h3 { margin: 0 0 .5rem; font-size: 1.2rem; }
h4 { margin: 1.5rem 0 .4rem; font-size: .95rem; }
.route { display: flex; gap: .75rem; align-items: baseline; margin: 0; padding: .5rem .75rem; background: var(--shade); border: 1px solid var(--line);
  border-radius: .4rem; font-family: ui-monospace, monospace; overflow-wrap: anywhere; }
.method { font-weight: 700; }
.get { color: var(--get); } .post { color: var(--post); } .patch { color: var(--patch); } .delete { color: var(--delete); }
code, pre { font-family: ui-monospace, monospace; font-size: .875em; }
p code, td code, dd code { padding: .1em .3em; background: var(--shade); border-radius: .25rem; overflow-wrap: anywhere; }
pre { margin: .5rem 0; padding: .9rem 1rem; overflow-x: auto; background: var(--shade); border: 1px solid var(--line); border-radius: .4rem; line-height: 1.45; }
table { width: 100%; border-collapse: collapse; font-size: .9rem; }
th, td { padding: .45rem .75rem .45rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
th { color: var(--soft); font-weight: 600; }
td:first-child { width: 14rem; overflow-wrap: anywhere; }
td:nth-child(2) { width: 14rem; overflow-wrap: anywhere; }
td > p:first-child { margin-top: 0; } td > p:last-child { margin-bottom: 0; }
small { color: var(--soft); }
summary { margin: .5rem 0; cursor: pointer; color: var(--link); }
@media (max-width: 60rem) {
  body { display: block; }
  nav { position: static; height: auto; max-height: 50vh; border-right: 0; border-bottom: 1px solid var(--line); }
  main { padding: 1.5rem 1.25rem 4rem; }
}
@media print { nav { display: none; } body { display: block; } details { display: block; } }
`
