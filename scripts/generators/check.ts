export const check = (holds: boolean, what: string): void => {
  if (!holds) throw new Error(`it does not hold that ${what}`)
  console.log(`  ${what}`)
}
