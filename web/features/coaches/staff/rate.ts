/** Dollars as they are typed, '$62.50' too; NaN for anything that is no amount. */
export const readRate = (text: string): number =>
  /^\s*\$?\s*\d+(\.\d*)?\s*$/.test(text) ? Number(text.replace('$', '')) : Number.NaN
