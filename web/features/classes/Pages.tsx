import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import classes from './Pages.module.css'

interface PagesProps {
  page: number
  pages: number
  onPage: (page: number) => void
}

/** The way to the other pages of a list; nothing where there is only one. */
export function Pages({ page, pages, onPage }: PagesProps) {
  if (pages === 1) return null
  return (
    <nav className={classes.pages} aria-label="Pages of sessions">
      <button type="button" className={classes.step} disabled={page === 1} onClick={() => onPage(page - 1)}>
        <IconChevronLeft size={20} aria-hidden />
        Previous
      </button>
      <output className={classes.where}>
        Page {page} of {pages}
      </output>
      <button
        type="button"
        className={classes.step}
        disabled={page === pages}
        onClick={() => onPage(page + 1)}
      >
        Next
        <IconChevronRight size={20} aria-hidden />
      </button>
    </nav>
  )
}
