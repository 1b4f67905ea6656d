import { Time } from '../../../shared/time.tsx'
import { Scrolled } from '../scrolled.tsx'
import { Deliveries } from './deliveries.tsx'
import { KIND_WORDS, type WayPoint } from './points.ts'

interface Props {
  point: WayPoint
  index: number
  /** Distance from the top of the timeline, in pixels. */
  start: number
  measure: (element: HTMLElement | null) => void
  isOpen: boolean
  onToggle: () => void
}

export const PointView = ({ point, index, start, measure, isOpen, onToggle }: Props) => {
  const { kind, title, details, late, at, event_id, record } = point
  return (
    <li ref={measure} data-index={index} data-kind={kind} aria-posinset={index + 1} aria-setsize={-1} style={{ top: start }}>
      <div className="point">
        <span className="badge">{KIND_WORDS[kind]}</span>
        <div>
          <strong dir="auto">{title}</strong>
          {late && (
            <span className="late">
              {' '}
              Late: this was reported <Time at={late} /> and changed nothing
            </span>
          )}
          <div className="soft">
            <Time at={at} />
            {details.map((detail) => (
              <span key={detail}>
                {' · '}
                <bdi>{detail}</bdi>
              </span>
            ))}
          </div>
        </div>
        <button
          type="button"
          className="small"
          aria-expanded={isOpen}
          aria-label={`${isOpen ? 'Less' : 'More'} about ${title}, ${index + 1}`}
          onClick={onToggle}
        >
          {isOpen ? 'Less' : 'More'}
        </button>
      </div>
      {isOpen && (
        <div className="point-more">
          {event_id && <Deliveries eventId={event_id} />}
          <Scrolled label={`Record of ${title}`}>{JSON.stringify(record, null, 2)}</Scrolled>
        </div>
      )}
    </li>
  )
}
