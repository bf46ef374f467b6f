import { expect, test } from 'vitest'
import { grounds, stitch } from '../../../../../shared/domain/facility/brandColor.ts'
import { cssVariables, theme } from '../../../../ui/theme.ts'

test('the facility’s color takes the place of the red of the theme, and is measured on its grounds', () => {
  expect(theme.colors?.stitch).toEqual([...stitch])
  expect(theme.colors?.dark?.[7]).toBe(grounds.dark)
  expect(cssVariables({} as never).light).toMatchObject({ '--mantine-color-body': grounds.light })
})
