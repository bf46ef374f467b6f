/** A line of two texts: in both, only in the first, or only in the second. */
export interface DiffLine {
  readonly change: 'same' | 'gone' | 'added'
  readonly text: string
}

/** More lines than anybody writes in a mail: then everything counts as changed, instead of taking seconds. */
const MOST = 1_500

/** The lines of two texts side by side, with as many in common as can be (longest common subsequence). */
export function lineDiff(before: string, after: string): DiffLine[] {
  const old = before.split('\n')
  const now = after.split('\n')
  const lengths = old.length > MOST || now.length > MOST ? null : commonLengths(old, now)
  const lines: DiffLine[] = []
  let i = 0
  let j = 0
  while (i < old.length || j < now.length) {
    const gone = old[i]
    const added = now[j]
    if (gone !== undefined && gone === added) {
      lines.push({ change: 'same', text: gone })
      i += 1
      j += 1
    } else if (
      gone !== undefined &&
      (added === undefined || at(lengths, i + 1, j) >= at(lengths, i, j + 1))
    ) {
      lines.push({ change: 'gone', text: gone })
      i += 1
    } else if (added !== undefined) {
      lines.push({ change: 'added', text: added })
      j += 1
    }
  }
  return lines
}

type Lengths = readonly Uint16Array[] | null
const at = (lengths: Lengths, i: number, j: number): number => lengths?.[i]?.[j] ?? 0

/** How many lines the rests of both texts have in common, from each place on. */
function commonLengths(old: readonly string[], now: readonly string[]): Lengths {
  const lengths = Array.from({ length: old.length + 1 }, () => new Uint16Array(now.length + 1))
  for (let i = old.length - 1; i >= 0; i -= 1) {
    const row = lengths[i]
    if (!row) continue
    for (let j = now.length - 1; j >= 0; j -= 1) {
      row[j] =
        old[i] === now[j]
          ? at(lengths, i + 1, j + 1) + 1
          : Math.max(at(lengths, i + 1, j), at(lengths, i, j + 1))
    }
  }
  return lengths
}
