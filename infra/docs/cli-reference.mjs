import { Readable } from 'node:stream'
import { runProgram } from '../../apps/cli/src/program.ts'

/**
 * The reference of the command, made from what every command says with `--help`.
 * @returns {Promise<string>} Markdown
 */
export async function cliReference() {
  const top = await helpOf([])
  const pages = await Promise.all(commandsOf(top).map((name) => pagesOf([name])))
  const intro =
    '# The countersign command\n\nMade from `--help` by `npm run docs:cli`; a test fails when it is out of date. `npx countersign` runs it inside the project.'
  return `${[intro, fenced(top), ...pages.flat()].join('\n\n')}\n`
}

/**
 * @param {string[]} path
 * @returns {Promise<string[]>} the command's page and those of its subcommands
 */
async function pagesOf(path) {
  const help = await helpOf(path)
  const below = await Promise.all(commandsOf(help).map((name) => pagesOf([...path, name])))
  const own = `## countersign ${path.join(' ')}\n\n${fenced(withoutGlobalOptions(help))}`
  return [own, ...below.flat()]
}

/**
 * Asked in this process: as many processes as there are commands take a minute on a busy machine.
 * @param {string[]} path
 */
async function helpOf(path) {
  let help = ''
  const sink = {
    write(/** @type {string} */ text) {
      help += text
      return true
    },
  }
  const nothing = () => Promise.reject(new Error('Help opens nothing.'))
  const { signal } = new AbortController()
  await runProgram([...path, '--help'], {
    env: { NO_COLOR: '1' },
    stdin: Readable.from([]),
    stdout: sink,
    stderr: sink,
    connect: nothing,
    localStack: nothing,
    describeGraphs: nothing,
    diagnose: nothing,
    signal,
  })
  return help.trim()
}

/** @param {string} help */
function commandsOf(help) {
  const [, list = ''] = help.split(/^Commands:\n/m)
  const [lines = ''] = list.split('\n\n')
  return [...lines.matchAll(/^ {2}([\w-]+)/gm)].map(([, name = '']) => name).filter((name) => name !== 'help')
}

/**
 * They are on the first page.
 * @param {string} help
 */
function withoutGlobalOptions(help) {
  return help.replace(/^Global Options:\n[\s\S]*?\n\n/m, '')
}

/** @param {string} text */
function fenced(text) {
  return `\`\`\`text\n${text}\n\`\`\``
}
