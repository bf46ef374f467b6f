/** The letters of a generated avatar: first and last name's, 'MD' for Marcus Delgado; one name gives one letter. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words
  return chosen.map((word = '') => [...word][0]?.toLocaleUpperCase('en-US') ?? '').join('')
}
