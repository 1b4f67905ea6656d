// Checks for the cells of any file from a carrier.
import { isMangled } from '@backhaul/core/carrier-number.ts'
import { isNumber, plainNumber } from '@backhaul/core/carrier-scan.ts'
import Format from 'typebox/format'
import '../../http/validate.ts'

/** The code and the message of a fault. Null if the cell is valid. */
export type Found = readonly [code: string, message: string] | null

/** Removes characters that are not valid in text. A name or value in a file may contain any bytes. */
export const plainText = (text: string): string => text.toWellFormed().replace(/[\p{Cc}\uFFFD]/gu, '')

export const text =
  (most: number) =>
  (value: string): Found => {
    if (value.length > most) return ['too_long', `is longer than ${most} characters`]
    return value === plainText(value) ? null : ['control_characters', 'contains control characters or an incomplete character']
  }

export const form =
  (name: string, message: string) =>
  (value: string): Found =>
    Format.Test(name, value) ? null : [name, message]

export const date = form('date', 'is not a valid date, such as 2026-11-20')

export const number = (value: string): Found => {
  if (isMangled(value)) {
    const cause = value.includes('#') ? 'is the placeholder of a spreadsheet for a column that is too narrow' : 'is in scientific notation'
    return ['scientific_notation', `${cause}, so most of its digits are lost; export the column as text`]
  }
  return isNumber(plainNumber(value)) ? null : ['number', 'is not a number of at most 64 characters']
}
