import type { Choice } from './choices.ts'

interface Props {
  id: string
  choices: readonly Choice[]
  active: number
  onChoose: (choice: Choice) => void
}

export const optionId = (list: string, index: number): string => `${list}-${index}`

/** The list of the search box, in groups with headings. The focus stays in the box. */
export const Suggestions = ({ id, choices, active, onChoose }: Props) => (
  <div role="listbox" id={id} aria-label="Results">
    {[...new Set(choices.map(({ group }) => group))].map((group) => (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list of options
      <div key={group} role="group" aria-label={group}>
        <p aria-hidden="true">{group}</p>
        {choices.map(
          (choice, index) =>
            choice.group === group && (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the box handles the keys
              // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the box
              <div
                key={choice.key}
                role="option"
                id={optionId(id, index)}
                aria-selected={index === active}
                ref={(option) => {
                  if (index === active) option?.scrollIntoView({ block: 'nearest' })
                }}
                onClick={() => onChoose(choice)}
              >
                <bdi>{choice.title}</bdi>
                <small dir="auto">{choice.about}</small>
              </div>
            ),
        )}
      </div>
    ))}
  </div>
)
