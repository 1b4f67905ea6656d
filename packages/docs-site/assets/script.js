// What the pages under /docs do beyond being read: search, a button that copies, the language of the programs kept from page to page, the
// reader's place marked beside long texts. Everything on them can be read without it. It writes text, never HTML.
const MAX_RESULTS = 20
const COPIED_MS = 1_500
const LANGUAGE = 'backhaul-language'

const make = (name, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(name), properties)
  element.append(...children)
  return element
}

/** Of the browser; a reader may forbid it. */
const remembered = (value) => {
  try {
    if (value !== undefined) localStorage.setItem(LANGUAGE, value)
    return localStorage.getItem(LANGUAGE)
  } catch {
    return null
  }
}

/** Without HTTPS there is no clipboard but the old one, except on the machine itself. */
const copy = async (text) => {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const area = make('textarea', { value: text, className: 'hidden' })
  document.body.append(area)
  area.select()
  const done = document.execCommand('copy')
  area.remove()
  if (!done) throw new Error('the browser did not copy')
}

const addCopyButtons = () => {
  for (const figure of document.querySelectorAll('figure.code')) {
    const button = make('button', { type: 'button', className: 'copy', textContent: 'Copy' })
    button.addEventListener('click', async () => {
      try {
        await copy(figure.querySelector('pre').textContent)
        button.textContent = 'Copied'
      } catch {
        button.textContent = 'Press Ctrl+C'
        getSelection().selectAllChildren(figure.querySelector('pre'))
      }
      setTimeout(() => {
        button.textContent = 'Copy'
      }, COPIED_MS)
    })
    figure.append(button)
  }
}

const keepLanguage = () => {
  const show = (language) => {
    for (const input of document.querySelectorAll('.samples > input')) if (input.value === language) input.checked = true
  }
  show(remembered())
  document.addEventListener('change', ({ target }) => {
    if (!target.matches('.samples > input')) return
    remembered(target.value)
    show(target.value)
  })
}

/** The navigation shows its marked place, and the list beside a text the section that is being read. */
const markPlace = () => {
  const nav = document.querySelector('nav')
  const here = nav.querySelector('[aria-current]')
  if (here) nav.scrollTop = here.offsetTop - nav.clientHeight / 3
  const links = new Map([...document.querySelectorAll('.sections a')].map((link) => [decodeURIComponent(link.hash.slice(1)), link]))
  if (links.size === 0) return
  const headings = [...links.keys()].map((id) => document.getElementById(id)).filter((heading) => heading !== null)
  const mark = () => {
    const read = headings.filter((heading) => heading.getBoundingClientRect().top < 120).at(-1) ?? headings[0]
    for (const [id, link] of links) {
      if (id === read.id) link.setAttribute('aria-current', 'location')
      else link.removeAttribute('aria-current')
    }
  }
  addEventListener('scroll', mark, { passive: true })
  mark()
}

/** How well one word of the question fits an entry; 0: not at all. */
const fitOf = (word, title, context, words) => {
  if (title.split(/[^\p{L}\p{N}_]+/u).includes(word)) return 12
  if (title.includes(word)) return 8
  if (context.includes(word)) return 4
  return words.split(' ').some((other) => other.startsWith(word)) ? 2 : words.includes(word) ? 1 : 0
}

const find = (index, question) => {
  const asked = question.toLowerCase().trim()
  // `the` and `a` are in every text, or in none.
  const words = asked.split(/\s+/).filter((word) => word !== '' && !/^(a|an|the|of|to|how|do|i)$/.test(word))
  if (words.length === 0) return []
  const found = []
  for (const [path, title, context, text] of index) {
    const lower = title.toLowerCase()
    const fits = words.map((word) => fitOf(word, lower, context.toLowerCase(), text))
    if (fits.includes(0)) continue
    const exact = lower === asked ? 20 : lower.startsWith(words[0]) ? 3 : 0
    // A short title that fits says more than a long one.
    found.push({ path, title, context, score: fits.reduce((sum, fit) => sum + fit, exact) - lower.length / 40 })
  }
  return found.sort((a, b) => b.score - a.score).slice(0, MAX_RESULTS)
}

const addSearch = () => {
  let index = null
  let chosen = 0
  const input = make('input', {
    type: 'text',
    enterKeyHint: 'search',
    placeholder: 'Search operations, guides, events, errors',
    autocomplete: 'off',
  })
  const list = make('ul', { id: 'results' })
  const note = make('p')
  const dialog = make('dialog', {}, input, list, note)
  const attributes = { role: 'combobox', 'aria-label': 'Search', 'aria-controls': 'results', 'aria-expanded': 'true' }
  for (const [name, value] of Object.entries(attributes)) input.setAttribute(name, value)
  list.setAttribute('role', 'listbox')
  dialog.setAttribute('aria-label', 'Search')
  document.body.append(dialog)

  const choose = (next) => {
    chosen = Math.max(0, Math.min(next, list.children.length - 1))
    for (const [i, item] of [...list.children].entries()) item.setAttribute('aria-selected', String(i === chosen))
    list.children[chosen]?.scrollIntoView({ block: 'nearest' })
    if (list.children[chosen]) input.setAttribute('aria-activedescendant', list.children[chosen].id)
  }
  const show = () => {
    const found = index ? find(index, input.value) : []
    list.replaceChildren(
      ...found.map(({ path, title, context }, i) => {
        const link = make('a', { href: path, tabIndex: -1 }, make('b', { textContent: title }), make('span', { textContent: context }))
        const item = make('li', { id: `result-${i}` }, link)
        item.setAttribute('role', 'option')
        return item
      }),
    )
    note.textContent =
      found.length > 0 ? '' : input.value.trim() === '' ? 'Type a word: hold, label, webhook, expired' : 'Nothing has all of these words.'
    choose(0)
  }
  const open = async () => {
    if (dialog.open) return
    dialog.showModal()
    input.select()
    try {
      index ??= await (await fetch('/docs/search.json')).json()
      show()
    } catch {
      note.textContent = 'The list of pages could not be read. Is the service running?'
    }
  }
  input.addEventListener('input', show)
  input.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) choose(chosen + step)
    else if (event.key === 'Enter') list.children[chosen]?.querySelector('a').click()
    else return
    event.preventDefault()
  })
  // A link to a section of this very page changes the place, and the dialog would cover it.
  list.addEventListener('click', ({ target }) => target.closest('a') && dialog.close())
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close())
  document.addEventListener('keydown', (event) => {
    // The field of a closed dialog keeps the focus for a moment.
    const isTyping = event.target.matches('input:not([type="radio"]), textarea, select') && (event.target !== input || dialog.open)
    if ((event.key === '/' && !isTyping) || (event.key === 'k' && (event.ctrlKey || event.metaKey))) {
      event.preventDefault()
      open()
    }
  })
  const button = make('button', { type: 'button', className: 'search' }, 'Search', make('kbd', { textContent: '/' }))
  button.addEventListener('click', open)
  document.querySelector('header .brand').after(button)
}

addCopyButtons()
keepLanguage()
markPlace()
addSearch()
