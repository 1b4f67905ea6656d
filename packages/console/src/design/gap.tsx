/** Empty space in place of rows that are not drawn. */
export const Gap = ({ height }: { height: number }) =>
  height > 0 ? (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it can have the focus
    <tr aria-hidden="true" className="gap">
      <td style={{ height }} />
    </tr>
  ) : null
