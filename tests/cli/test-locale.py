# SPDX-License-Identifier: GPL-3.0-or-later
"""JSON and CSV are the same under every locale; text for people follows it."""
import os
import shutil
import subprocess

from cli import ARRAY, SCRATCH, Tap, differs, run, scratch

LOCALES = ('de_DE', 'tr_TR', 'es_ES')
TABLE = 'device,op,dtype_in,dtype_acc,dims\nt4,gemm,fp16,fp32,m=100;n=100;k=100\nt4,gemm,fp16,fp32,m=0;n=1;k=1\nt4,conv,fp16,,\nabacus,gemm,fp16,,m=1;n=1;k=1\n'
PROGRAMS = (('simulate', *ARRAY, '--machine', 't4', '--format', 'json'),
            ('simulate', *ARRAY, '--machine', 't4', '--format', 'csv'),
            ('array', '--rows', '3', '--cols', '7', '--op', 'gemm:m=100,n=100,k=100', '--format', 'json'),
            ('array', '--rows', '3', '--cols', '7', '--op', 'gemm:m=100,n=100,k=100', '--format', 'csv'),
            ('devices', 't4', '--format', 'json'),
            ('devices', 't4', '--format', 'csv'),
            ('devices', '--counters', '--format', 'json'),
            ('predict', scratch('t.csv', TABLE), '-o', '-'))


def make_locales():
    """The locales, made from their sources and kept in the build folder: none has to be installed."""
    folder = os.path.join(os.environ.get('SYSTOLE_BUILD_DIR', SCRATCH), 'tests', 'locales')
    made = {}
    os.makedirs(folder, exist_ok=True)
    for name in LOCALES:
        place = os.path.join(folder, name + '.UTF-8')
        if not os.path.exists(place) and shutil.which('localedef') is not None:
            subprocess.run(['localedef', '-i', name, '-f', 'UTF-8', place + '.new'], capture_output=True)
            if os.path.exists(os.path.join(place + '.new', 'LC_NUMERIC')):
                os.rename(place + '.new', place)
        if os.path.exists(place):
            made[name] = {'LOCPATH': folder, 'LC_ALL': name + '.UTF-8'}
    return made


def same(locale):
    for arguments in PROGRAMS:
        plain, there = run(*arguments, env={'LC_ALL': 'C'}), run(*arguments, env=locale)
        yield from differs(' '.join(arguments), (there.returncode, there.stdout), (plain.returncode, plain.stdout))


def decimals():
    """A comma for Germans, and only for people."""
    text = run('simulate', *ARRAY, env=made['de_DE']).stdout
    yield from [] if '26,7' in text and '26.7' not in text else ['no decimal comma: ' + text]


def ascii_locale():
    """The C locale prints UTF-8 too."""
    yield from [] if '8 × 8' in run('simulate', *ARRAY, env={'LC_ALL': 'C'}).stdout else ['no × on standard output']
    yield from [] if '“dance”' in run('array', '--rows', 'dance', '--cols', '1', '--op', 'gemm:m=1,n=1,k=1', env={'LC_ALL': 'C'}).stderr else ['no quotes on standard error']


def spanish():
    """--language chooses the language under any locale, the C locale included."""
    for locale in [{'LC_ALL': 'C'}, {'LC_ALL': 'C.UTF-8'}, *made.values()]:
        done = run('--language', 'es', 'array', '--rows', '0', '--cols', '1', '--op', 'gemm:m=1,n=1,k=1', env=locale)
        yield from differs('exit', done.returncode, 2)
        yield from [] if '1024' in done.stderr and 'is not' not in done.stderr else ['%s: %s' % (locale['LC_ALL'], done.stderr)]
        before = run('array', '--rows', '0', '--cols', '1', '--op', 'gemm:m=1,n=1,k=1', '--language', 'en', env=locale)
        yield from [] if 'is not' in before.stderr else ['English, %s: %s' % (locale['LC_ALL'], before.stderr)]
    a, b = (run('--language', language, 'frame', *ARRAY, '--cycle', '18').stdout for language in ('es', 'en'))
    yield from differs('captions differ', a == b, False)
    yield from differs('all but the caption is the same', [line for line in a.splitlines() if '"caption"' not in line], [line for line in b.splitlines() if '"caption"' not in line])


made = make_locales()
tap = Tap()
for name in LOCALES:
    if name in made:
        tap.check('output for programs under ' + name, same(made[name]))
    else:
        tap.check('output for programs under %s # SKIP the locale cannot be made here' % name, [])
if 'de_DE' in made:
    tap.check('text follows the locale', decimals())
tap.check('the C locale', ascii_locale())
tap.check('--language', spanish())
tap.end()
