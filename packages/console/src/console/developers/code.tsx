/** Text of programs as it is. It never scrolls by itself, so that nobody has to reach into it. */
export const Code = ({ label, text }: { label: string; text: string }) => (
  <figure className="code">
    <figcaption>{label}</figcaption>
    <pre dir="auto">{text}</pre>
  </figure>
)
