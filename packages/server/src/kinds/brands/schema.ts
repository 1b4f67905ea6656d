import { Type } from 'typebox'
import { Nullable, patterned } from '../../http/schemas.ts'
import { MAX_LOGO_BYTES } from './logo.ts'

const Color = Type.String({
  ...patterned('^#[0-9A-Fa-f]{6}$', 'must be # and six hexadecimal digits, such as #0a7d5b'),
  description: 'Hexadecimal color, as in CSS',
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
          ...patterned('^[A-Za-z0-9+/]+={0,2}$', 'must be the picture in base64; for a PNG, the text begins with iVBORw0KGgo'),
          description: `PNG or JPEG of at most ${MAX_LOGO_BYTES / 1024} KiB, 16 to 1000 pixels wide and high, in base64. Null removes it`,
        }),
      ),
    ),
  },
  { additionalProperties: false, minProperties: 1, title: 'BrandChange' },
)

export const BrandOut = Type.Object(
  {
    object: Type.Enum(['brand']),
    partner_id: Type.String({ description: 'Partner that the branding belongs to' }),
    color: Nullable(Type.String({ description: 'Color that was set; null if pages use the color of the service' })),
    color_on_light: Nullable(Type.String({ description: 'Color on light pages, darkened until it is readable' })),
    color_on_dark: Nullable(Type.String({ description: 'Color on dark pages, lightened until it is readable' })),
    logo_type: Nullable(
      Type.Enum(['image/png', 'image/jpeg'], { description: 'Media type of the logo; null if pages show the name of the partner instead' }),
    ),
    version: Type.Integer({ description: 'Increases with each change; 0 before the first change' }),
  },
  { title: 'Brand' },
)
