import { type MantineColorScheme, useMantineColorScheme, VisuallyHidden } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import classes from './ColorSchemeSwitch.module.css'

const choices: { value: MantineColorScheme; label: string; Icon: typeof IconSun }[] = [
  { value: 'auto', label: 'As the system', Icon: IconDeviceDesktop },
  { value: 'light', label: 'Light', Icon: IconSun },
  { value: 'dark', label: 'Dark', Icon: IconMoon },
]

/** Light, dark, or as the system says; remembered on this device. */
export function ColorSchemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <fieldset className={classes.root}>
      {/* WebKit gives a legend that floats a line of its own. */}
      <VisuallyHidden component="legend">Colors</VisuallyHidden>
      <span aria-hidden className={classes.title}>
        Colors
      </span>
      {choices.map(({ value, label, Icon }) => (
        <button
          key={value}
          type="button"
          className={classes.choice}
          aria-pressed={colorScheme === value}
          aria-label={label}
          title={label}
          onClick={() => setColorScheme(value)}
        >
          <Icon size={20} aria-hidden />
        </button>
      ))}
    </fieldset>
  )
}
