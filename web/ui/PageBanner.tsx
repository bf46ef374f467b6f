import { Heading, Stack } from './layout.tsx'
import classes from './PageBanner.module.css'

/** The head of a page: its name, and one line beside it that may still be on its way. */
export function PageBanner({ title, tagline }: { title: string; tagline: string | undefined }) {
  return (
    <header className={classes.banner}>
      <Stack className={classes.inner}>
        <h1 className={classes.title}>{title}</h1>
        <Heading as="p" breaks className={classes.tagline}>
          {tagline ?? '\u00a0'}
        </Heading>
      </Stack>
    </header>
  )
}
