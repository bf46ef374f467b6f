import { expect, test } from 'vitest'
import { quickAmounts } from './drawer.ts'

test.each([
  [65_00, [65_00, 70_00, 80_00, 100_00]],
  [20_00, [20_00, 25_00, 40_00, 100_00]],
  [62_50, [62_50, 65_00, 80_00, 100_00]],
  [97_00, [97_00, 100_00]],
  [3_00, [3_00, 5_00, 20_00, 100_00]],
  [100_00, [100_00, 105_00, 120_00, 200_00]],
])(
  'quick amounts of %i cents are the exact one and the next 5, 20 and 100 dollars, each once',
  (cents, amounts) => {
    expect(quickAmounts(cents)).toEqual(amounts)
  },
)
