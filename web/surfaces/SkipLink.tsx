import classes from './SkipLink.module.css'

/** The first stop of the Tab key: past the menu, to the page. */
export const SkipLink = () => (
  <a className={classes.skip} href="#main">
    Skip to content
  </a>
)
