import type { Brand } from '@backhaul/client'
import { useId, useState } from 'react'
import { TextField } from '../../design/text-field.tsx'
import { Problem } from '../../shared/problem.tsx'
import { Fact } from '../facts.tsx'
import { useCommand, useLive } from '../live/use-live.ts'

const base64Of = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '')
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })

const Facts = ({ brand }: { brand: Brand }) => (
  <dl>
    <Fact name="Color">
      {brand.color === null ? (
        'default color'
      ) : (
        <>
          <svg width="16" height="16" aria-hidden="true">
            <rect width="16" height="16" fill={brand.color} />
          </svg>{' '}
          {brand.color}, on light pages {brand.color_on_light}, on dark pages {brand.color_on_dark}
        </>
      )}
    </Fact>
    <Fact name="Logo">{brand.logo_type === null ? 'none (the name is shown)' : `yes, ${brand.logo_type}`}</Fact>
  </dl>
)

/** Settings for the look of a partner's shopper pages. */
export const BrandSection = ({ partner_id, mayChange }: { partner_id: string; mayChange: boolean }) => {
  const path = `/v2/partners/${partner_id}/brand` as const
  const { data: brand, error } = useLive(path)
  const command = useCommand()
  const [color, setColor] = useState('')
  const [logo, setLogo] = useState<File | null>(null)
  const [done, setDone] = useState(false)
  const field = useId()
  const save = async (change: object) => {
    setDone(false)
    setDone((await command.run('PATCH', path, change)) !== null)
  }
  const submit = async () => {
    const change = { ...(color !== '' && { color }), ...(logo && { logo: await base64Of(logo) }) }
    if (!command.isRunning && Object.keys(change).length > 0) await save(change)
  }
  return (
    <section aria-labelledby="brand">
      <h2 id="brand">Brand on shopper pages</h2>
      <Problem error={error ?? command.error} />
      {brand && <Facts brand={brand} />}
      {mayChange && (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            void submit()
          }}
        >
          <TextField label="Color, such as #0a7d5b" pattern="#[0-9A-Fa-f]{6}" value={color} onChange={setColor} />
          <div className="field">
            <label htmlFor={field}>Logo, PNG or JPEG</label>
            <input id={field} type="file" accept="image/png,image/jpeg" onChange={({ target }) => setLogo(target.files?.[0] ?? null)} />
          </div>
          <div className="buttons">
            <button type="submit" className="action" aria-disabled={command.isRunning}>
              Save the brand
            </button>
            <button type="button" aria-disabled={command.isRunning} onClick={() => save({ color: null, logo: null })}>
              Remove color and logo
            </button>
          </div>
          <p role="status">{done ? 'Saved.' : ''}</p>
        </form>
      )}
    </section>
  )
}
