// The style sheet of the shopper pages. It is embedded in the page, and the Content-Security-Policy has its hash. So the browser fetches
// nothing, and no other style applies.
import { createHash } from 'node:crypto'
import { accents } from '../brands/color.ts'

const OURS = '#2f4fd0'

const CSS = `*{box-sizing:border-box}
:root{color-scheme:light dark;--ink:#1b2030;--soft:#525b6e;--line:#78829a;--faint:#d9dee8;--paper:#fff;--shade:#f4f6fa;--bad:#a31621;--bad-shade:#fdf0f0}
html{-webkit-text-size-adjust:100%}
body{margin:0;color:var(--ink);background:var(--paper);font:17px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif;overflow-wrap:break-word}
a{color:var(--accent);text-underline-offset:.15em}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:4px}
.skip{position:absolute;left:-999px}.skip:focus{left:1rem;top:1rem;background:var(--paper);padding:.5rem 1rem;z-index:1}
header{border-bottom:1px solid var(--faint)}
header>div,main,footer{max-width:62rem;margin:0 auto;padding:1rem}
header>div{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem;align-items:center;justify-content:space-between}
.brand{font-weight:700;font-size:1.1rem;min-width:0}
.brand img{display:block;max-width:14rem;max-height:3.5rem;background:#fff;padding:4px;border-radius:4px}
nav ul{display:flex;flex-wrap:wrap;gap:.25rem;list-style:none;margin:0;padding:0}
nav a,nav span{display:inline-block;min-height:44px;padding:.6rem .6rem;line-height:1.4}
nav [aria-current]{font-weight:700}
h1{font-size:1.7rem;line-height:1.25;margin:.5rem 0 .75rem;text-wrap:balance}
h2{font-size:1.2rem;margin:0 0 .5rem}
p{margin:.5rem 0}
.kicker,.soft,.hint{color:var(--soft)}
.kicker{margin:0}
.notice{border-left:5px solid var(--accent);background:var(--shade);padding:.75rem 1rem;border-radius:4px;margin:1rem 0}
.bad{border-color:var(--bad);background:var(--bad-shade)}
.deadline{font-weight:700}
.card{border:1px solid var(--faint);border-radius:10px;padding:1rem;margin:1rem 0;min-width:0}
.columns{display:grid;gap:0 1.5rem;grid-template-columns:minmax(0,1fr)}
@media(min-width:52rem){.columns{grid-template-columns:minmax(0,1fr) minmax(0,1fr);align-items:start}}
.qr{display:block;width:100%;max-width:19rem;height:auto;margin:.5rem auto;background:#fff;border-radius:8px}
.code{display:block;font:600 1rem/1.6 ui-monospace,"SF Mono",Menlo,Consolas,monospace;text-align:center;overflow-wrap:anywhere}
.button,button{display:inline-block;min-height:48px;padding:.7rem 1.3rem;border:0;border-radius:8px;background:var(--accent);color:var(--on-accent);font:inherit;font-weight:700;text-decoration:none;cursor:pointer}
.plain{background:var(--paper);color:var(--accent);border:2px solid var(--accent)}
.steps{list-style:none;display:grid;grid-template-columns:repeat(4,minmax(0,1fr));gap:.4rem;padding:0;margin:1rem 0}
.steps li{border-top:6px solid var(--faint);padding-top:.4rem;font-size:.9rem;line-height:1.3;color:var(--soft)}
.steps .done,.steps .now{border-color:var(--accent);color:var(--ink)}
.steps .now{font-weight:700}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.history{list-style:none;padding:0;margin:0}
.history li{border-left:3px solid var(--faint);padding:.25rem 0 .5rem .9rem}
.history strong{display:block}
dl{margin:0}dt{color:var(--soft)}dd{margin:0 0 .5rem}
.counters{padding:0;margin:0;list-style:none;counter-reset:c}
.counters li{counter-increment:c;padding:.6rem 0 .6rem 2.6rem;position:relative;border-top:1px solid var(--faint)}
.counters li::before{content:counter(c);position:absolute;left:0;top:.7rem;width:1.8rem;height:1.8rem;border-radius:50%;background:var(--accent);color:var(--on-accent);font-weight:700;text-align:center;line-height:1.8rem}
.counters .hours{margin:0;color:var(--soft);font-size:.95rem}
.map{display:block;width:100%;height:auto;margin:.5rem 0}
.ground{fill:var(--shade);stroke:var(--faint)}.mark{fill:var(--accent);stroke:var(--paper);stroke-width:2}.number{fill:var(--on-accent);font-weight:700;font-size:14px}
.line{fill:none;stroke:var(--ink);stroke-width:2}.note{fill:var(--ink);font-size:13px}
form.find{display:flex;flex-wrap:wrap;gap:.5rem;align-items:end;margin-top:1rem}
fieldset{border:0;padding:0;margin:1.5rem 0;min-width:0}
legend{font-weight:700;font-size:1.2rem;padding:0}
.field{margin:.9rem 0;min-width:0}
label{font-weight:600}
.field label,.field>.hint,.field .fault{display:block}
.hint{font-weight:400;font-size:.95rem}
input[type=text],input[type=email],input[type=tel],select,textarea{width:100%;max-width:28rem;min-height:48px;padding:.6rem .7rem;font:inherit;color:var(--ink);background:var(--paper);border:1px solid var(--line);border-radius:8px}
.find input[type=text]{max-width:10rem}
textarea{min-height:5rem}
input[aria-invalid=true],select[aria-invalid=true],textarea[aria-invalid=true]{border:2px solid var(--bad)}
.fault{color:var(--bad);font-weight:700}
.choice{display:flex;gap:.8rem;align-items:flex-start;padding:.7rem 0;min-height:48px}
.choice input{width:1.5rem;height:1.5rem;margin:.1rem 0 0;flex:none;accent-color:var(--accent)}
.choice .hint{display:block}
@media(prefers-color-scheme:dark){:root{--ink:#eceff6;--soft:#aeb7c8;--line:#8a94a8;--faint:#363d4f;--paper:#12151d;--shade:#1d2230;--bad:#ff9d9d;--bad-shade:#33191c}}
@media print{header nav,form,.map,.skip{display:none}}
`

export interface Style {
  css: string
  /** The hash of the style sheet, as a source in the Content-Security-Policy. */
  source: string
}

const made = new Map<string, Style>()
const MAX_MADE = 1_000

/** The style with a partner's color, or with the default color. */
export const styleOf = (color: string | null): Style => {
  const wanted = (color ?? OURS).toLowerCase()
  const known = made.get(wanted)
  if (known) return known
  const { light, dark } = accents(wanted)
  const css = `${CSS}:root{--accent:${light.color};--on-accent:${light.on}}
@media(prefers-color-scheme:dark){:root{--accent:${dark.color};--on-accent:${dark.on}}}
`
  const style = { css, source: `'sha256-${createHash('sha256').update(css).digest('base64')}'` }
  made.set(wanted, style)
  if (made.size > MAX_MADE) made.delete(made.keys().next().value as string)
  return style
}
