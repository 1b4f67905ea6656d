import { Type } from 'typebox'
import { Nullable, patterned } from '../../http/schemas.ts'
import { MAX_LOGO_BYTES } from './logo.ts'

const Color = Type.String({
  ...patterned('^#[0-9A-Fa-f]{6}$', 'must be # and six hexadecimal digits, such as #0a7d5b'),
  description: 'As in a style sheet',
  examples: ['#0a7d5b'],
})

export const BrandChange = Type.Object(
  {
    color: Type.Optional(Nullable(Color)),
    logo: Type.Optional(
      Nullable(
        Type.String({
          minLength: 1,
          maxLength: Math.ceil(MAX_LOGO_BYTES / 3) * 4 + 4,
          ...patterned('^[A-Za-z0-9+/]+={0,2}$', 'must be the picture in base64, which begins with iVBORw0KGgo for a PNG'),
          description: `A PNG or JPEG of at most ${MAX_LOGO_BYTES / 1024} KiB and 16 to 1000 pixels each way, in base64. Null removes it`,
        }),
      ),
    ),
  },
  { additionalProperties: false, minProperties: 1, title: 'BrandChange' },
)

export const BrandOut = Type.Object(
  {
    object: Type.Enum(['brand']),
    partner_id: Type.String({ description: 'Whose it is' }),
    color: Nullable(Type.String({ description: 'As it was set; null: pages have the color of the service' })),
    color_on_light: Nullable(Type.String({ description: 'As it is shown on light pages: darkened as far as it takes to be read' })),
    color_on_dark: Nullable(Type.String({ description: 'As it is shown on dark pages: lightened as far as it takes to be read' })),
    logo_type: Nullable(Type.Enum(['image/png', 'image/jpeg'], { description: 'Media type of the logo; null: pages have your name' })),
    version: Type.Integer({ description: 'Increases with each change; 0 before the first' }),
  },
  { title: 'Brand' },
)
