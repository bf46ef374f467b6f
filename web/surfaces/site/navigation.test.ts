import { describe, expect, it } from 'vitest'
import { mainNavigation, quickLinks, rolePage } from './navigation.ts'

const pages =
  (...paths: string[]) =>
  (path: string) =>
    paths.includes(path)

const everything = () => true

describe('mainNavigation', () => {
  it('has the items of the specification when every page exists', () => {
    expect(mainNavigation(everything).map((item) => item.label)).toEqual([
      'Home',
      'Book Cage',
      'Training',
      'Membership',
      'Contact',
    ])
  })

  it('leaves out pages that do not exist, and Training when it would be empty', () => {
    expect(mainNavigation(pages('/', '/book-cage', '/auth'))).toEqual([
      { label: 'Home', to: '/' },
      { label: 'Book Cage', to: '/book-cage' },
    ])
  })

  it('shows Training with the pages that exist', () => {
    expect(mainNavigation(pages('/camps', '/coaches'))).toEqual([
      {
        label: 'Training',
        pages: [
          { label: 'Coaches', to: '/coaches' },
          { label: 'Camps', to: '/camps' },
        ],
      },
    ])
  })
})

describe('quickLinks', () => {
  it('takes the pages out of their groups and adds the terms', () => {
    expect(quickLinks(everything).map((page) => page.to)).toEqual([
      '/',
      '/book-cage',
      '/coaches',
      '/camps',
      '/classes',
      '/membership',
      '/contact',
      '/terms',
    ])
  })
})

describe('rolePage', () => {
  it('gives each role its own page and customers none', () => {
    expect(rolePage('admin', everything)?.to).toBe('/admin')
    expect(rolePage('desk', everything)?.to).toBe('/admin')
    expect(rolePage('coach', everything)?.to).toBe('/coach-dashboard')
    expect(rolePage('user', everything)).toBeUndefined()
  })

  it('waits for the page to exist', () => {
    expect(rolePage('admin', pages('/'))).toBeUndefined()
  })
})
