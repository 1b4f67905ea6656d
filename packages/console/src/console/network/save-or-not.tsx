interface Props {
  isRunning: boolean
  onClose: () => void
}

/** At the end of a form that changes something of the network. */
export const SaveOrNot = ({ isRunning, onClose }: Props) => (
  <p>
    <button type="submit" className="action" aria-disabled={isRunning}>
      Save
    </button>{' '}
    <button type="button" onClick={onClose}>
      Do not save
    </button>
  </p>
)
