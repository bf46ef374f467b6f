import { UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import classes from './SearchButton.module.css'

interface SearchButtonProps {
  onPress: () => void
  /** Only the icon: in a collapsed menu, and in the bar of a phone. */
  icon?: boolean
}

/** Opens the search of everything; shows the keys that do the same. */
export const SearchButton = ({ onPress, icon = false }: SearchButtonProps) => (
  <UnstyledButton
    className={classes.button ?? ''}
    data-icon={icon || undefined}
    aria-label="Search everything"
    aria-haspopup="dialog"
    aria-keyshortcuts="Control+K Meta+K"
    onClick={onPress}
  >
    <IconSearch size={20} aria-hidden />
    {!icon && (
      <>
        <span className={classes.label}>Search</span>
        <kbd className={classes.keys}>{isApple() ? '⌘ K' : 'Ctrl K'}</kbd>
      </>
    )}
  </UnstyledButton>
)

const isApple = () => /Mac|iPhone|iPad/.test(navigator.userAgent)
