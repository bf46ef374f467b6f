/** A name as it is compared: without case, accents and extra blanks; the database's `folded_name`. */
export const folded = (name: string): string =>
  name.normalize('NFD').replace(/\p{M}/gu, '').trim().replace(/\s+/g, ' ').toLowerCase()
