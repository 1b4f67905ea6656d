/** Shows code verbatim. The block never scrolls by itself, so nobody has to move the focus into it. */
export const Code = ({ label, text }: { label: string; text: string }) => (
  <figure className="code">
    <figcaption>{label}</figcaption>
    <pre dir="auto">{text}</pre>
  </figure>
)
