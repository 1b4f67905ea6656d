interface Props {
  verb?: string
  isRunning: boolean
  onClose: () => void
}

/** At the end of a form that adds or changes something of the network. */
export const SaveOrNot = ({ verb = 'Save', isRunning, onClose }: Props) => (
  <p>
    <button type="submit" className="action" aria-disabled={isRunning}>
      {verb}
    </button>{' '}
    <button type="button" onClick={onClose}>
      Do not {verb.toLowerCase()}
    </button>
  </p>
)
