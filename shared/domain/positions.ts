import type { Position } from '../contract/accounts/households.ts'

/** The positions of baseball and softball as people say them. */
export const positionNames: Readonly<Record<Position, string>> = {
  P: 'Pitcher',
  C: 'Catcher',
  '1B': 'First base',
  '2B': 'Second base',
  '3B': 'Third base',
  SS: 'Shortstop',
  LF: 'Left field',
  CF: 'Center field',
  RF: 'Right field',
  DH: 'Designated hitter',
  UT: 'Utility',
}
