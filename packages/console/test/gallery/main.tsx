// `npm run dev` serves this page at /gallery. It shows each component of src/design in all its states. A test compares it with pictures
// (../browser/gallery.browser.ts). It is not part of the product.
import { showPage } from '../../src/shared/page.tsx'
import '../../src/design/components.css'
import '../../src/design/table.css'
import '../../src/console/charts/charts.css'
import '../../src/console/console.css'
import { type ReactNode, useState } from 'react'
import { Bar } from '../../src/design/bar.tsx'
import { ChoiceField } from '../../src/design/choice-field.tsx'
import { Combobox } from '../../src/design/combobox.tsx'
import { DayField } from '../../src/design/day-field.tsx'
import { Confirm } from '../../src/design/dialog.tsx'
import { Drawer } from '../../src/design/drawer.tsx'
import { Empty } from '../../src/design/empty.tsx'
import { Field } from '../../src/design/field.tsx'
import { Icon } from '../../src/design/icon.tsx'
import { Menu } from '../../src/design/menu.tsx'
import { Pill, type Tone } from '../../src/design/pill.tsx'
import { Skeleton } from '../../src/design/skeleton.tsx'
import { SmallTable } from '../../src/design/small-table.tsx'
import { Sparkline } from '../../src/design/sparkline.tsx'
import { type Column, Table } from '../../src/design/table.tsx'
import { Tabs } from '../../src/design/tabs.tsx'
import { TextField } from '../../src/design/text-field.tsx'
import { Timeline } from '../../src/design/timeline.tsx'
import { Toasts, toast } from '../../src/design/toast.tsx'

const ignore = () => {}
const TONES: Tone[] = ['plain', 'us', 'carrier', 'good', 'warn', 'bad']
interface Row {
  id: string
  status: Tone
  amount: string
}
const ROWS: Row[] = TONES.slice(0, 4).map((status, i) => ({ id: `Parcel ${i + 1}`, status, amount: `$${i + 1}.50` }))
const COLUMNS: Column<Row>[] = [
  { title: 'Parcel', cell: ({ id }) => <a href="#table">{id}</a> },
  { title: 'Status', cell: ({ status }) => <Pill tone={status}>{status}</Pill> },
  { title: 'Price', cell: ({ amount }) => amount, isNumber: true },
]
const CHOICES = [
  { value: 'a', name: 'Fernway Outfitters' },
  { value: 'b', name: 'Maple & Main' },
]
const field = { label: 'Name', value: '', onChange: ignore, error: null }

const Rows = () => {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(['Parcel 2']))
  return <Table rows={ROWS} columns={COLUMNS} rowKey={({ id }) => id} label="Parcels" selected={selected} onSelect={setSelected} />
}

const Dialogs = () => {
  const [open, setOpen] = useState<'question' | 'danger' | 'drawer' | null>(null)
  const close = () => setOpen(null)
  return (
    <div className="buttons">
      <button type="button" onClick={() => setOpen('question')}>
        Open a question
      </button>
      <button type="button" className="danger" onClick={() => setOpen('danger')}>
        Open a danger
      </button>
      <button type="button" onClick={() => setOpen('drawer')}>
        Open a drawer
      </button>
      {open === 'drawer' && (
        <Drawer title="Drawer" onClose={close}>
          <p>Content of the drawer</p>
        </Drawer>
      )}
      {(open === 'question' || open === 'danger') && (
        <Confirm title="Send it again?" action="Send again" isDanger={open === 'danger'} onConfirm={close} onCancel={close}>
          <p>This cannot be undone.</p>
        </Confirm>
      )}
    </div>
  )
}

/** Each entry is one picture. */
const PARTS: Record<string, ReactNode> = {
  buttons: (
    <>
      {['', 'action', 'danger', 'danger action', 'bare', 'small'].map((rank) => (
        <div key={rank} className="buttons">
          <button type="button" className={rank}>
            {rank || 'quiet'}
          </button>
          <button type="button" className={rank} disabled>
            disabled
          </button>
          <button type="button" className={rank}>
            <Icon name="search" /> icon
          </button>
        </div>
      ))}
    </>
  ),
  pills: (
    <p>
      {TONES.map((tone) => (
        <Pill key={tone} tone={tone}>
          {tone}
        </Pill>
      ))}{' '}
      <span className="badge">badge</span>
    </p>
  ),
  fields: (
    <form className="grid">
      <Field {...field} help="Help for the field" />
      <Field {...field} value="x" error="use at least two letters." />
      <Field {...field} isLong value="A longer text" />
      <Field {...field} choices={[{ value: '', label: 'One of several' }]} />
      <TextField label="Text" value="Text" onChange={ignore} hint="A hint" />
      <ChoiceField label="Choice" value="a" onChange={ignore} choices={[['a', 'First choice']]} />
      <Field {...field} label="Date" isDate value="2026-11-28" />
      <DayField label="Day of the year" value="12-25" onChange={ignore} error={null} />
      <label className="choice">
        <input type="checkbox" defaultChecked /> Checkbox
      </label>
    </form>
  ),
  combobox: (
    <>
      <Combobox label="Partner" value="a" onChange={ignore} choices={CHOICES} />
      <Combobox label="No partner" value="" onChange={ignore} choices={CHOICES} />
    </>
  ),
  chips: (
    <div className="chips">
      <ChoiceField label="Status" value="" onChange={ignore} choices={[]} none="Any" />
      <TextField label="Order" value="" onChange={ignore} />
      <Combobox label="Partner" value="a" onChange={ignore} choices={CHOICES} />
      <Menu button="More filters" className="more">
        <div className="fields">
          <TextField label="Customer" value="" onChange={ignore} />
        </div>
      </Menu>
    </div>
  ),
  menu: (
    <Menu button="Open a menu">
      <p>A text</p>
      <button type="button">Command</button>
      <a href="#menu">Page of the parcel</a>
      <button type="button" className="danger">
        Danger
      </button>
    </Menu>
  ),
  dialogs: <Dialogs />,
  toast: (
    <button type="button" onClick={() => toast('Copied the number.')}>
      Show a message
    </button>
  ),
  tabs: (
    <Tabs label="Tabs">
      <li>
        <a href="#tabs" aria-current="page">
          Current
        </a>
      </li>
      <li>
        <a href="#tabs">Other</a>
      </li>
    </Tabs>
  ),
  table: <Rows />,
  'small-table': <SmallTable label="Small table" columns={COLUMNS} rows={ROWS} rowKey={({ id }) => id} current="Parcel 3" />,
  skeleton: <Skeleton rows={3} />,
  empty: <Empty title="There is no shipment yet.">The next step is written here.</Empty>,
  notices: (
    <>
      {['', 'good', 'warn', 'bad'].map((tone) => (
        <p key={tone} className={`notice ${tone}`}>
          A notice {tone}
        </p>
      ))}
    </>
  ),
  timeline: (
    <Timeline
      label="Progress"
      steps={[
        { title: 'Created', state: 'done', detail: 'Nov 27, 2026' },
        { title: 'With us', state: 'now' },
        { title: 'Delivered', state: 'ahead' },
      ]}
    />
  ),
  bars: (
    <>
      <Bar value={60} most={100} mark={40} />
      <Bar value={90} most={100} tone="bad" />
      <Sparkline values={[3, 5, 4, 8, 6, 9, 12]} />
    </>
  ),
}

showPage(
  <main>
    <h1>Gallery</h1>
    {Object.entries(PARTS).map(([name, part]) => (
      <section key={name} id={name}>
        <h2>{name}</h2>
        {part}
      </section>
    ))}
    <Toasts />
  </main>,
)
