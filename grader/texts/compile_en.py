"""English messages about what the compiler found."""

from __future__ import annotations

MESSAGES: dict[str, str] = {
    # files that are no source
    "compile.file_missing": "there is no file {file}",
    "compile.file_unreadable": "{file} cannot be read",
    "compile.file_too_large": "{file} is larger than 1 MiB; a kernel is a few kilobytes",
    "compile.file_utf16": "{file} is UTF-16 or UTF-32; save it as UTF-8",
    "compile.file_not_text": "{file} is not text in UTF-8 (or CP949), or it contains control characters: save it as UTF-8 from your editor",
    "compile.file_empty": "{file} is empty",
    # compilations that came to no end
    "compile.timed_out": "the compiler did not finish in time: look for templates or loops that unroll without end, for macros that grow, or for a file that is far too long",
    "compile.memory": "the compiler needs more memory than it may have: look for templates or loops that unroll without end, for macros that grow, or for a file that is far too long",
    "compile.crashed": "the compiler itself crashed on this file: undo your last change and try again",
    # the toolchain's own objections; the keys are those of grader.toolchain.sentences
    "compile.line_directive": "#line and line markers are not allowed: every message must name the true line",
    "compile.macro_include": '#include needs a header in <> or "", not a macro',
    "compile.other_include": "#{directive} is not allowed: use #include",
    "compile.include_outside": "#include of `{header}` is refused: only CUDA's own headers can be included, "
    "no other path",
    "compile.header_unknown": "there is no header `{header}` here: kernels are compiled without a host C++ library, "
    "with CUDA's own headers only (cuda_fp16.h, cuda_pipeline.h, cooperative_groups.h, mma.h, cuda/std/...)",
    "compile.header_use_cuda_std": "there is no header `{header}` here: kernels are compiled without a host C++ "
    "library; include <cuda/std/{header}> and write cuda::std:: instead of std::",
    "compile.cuda_header_missing": "CUDA's own header `{header}` is not installed here: install the packages again with `pip install -e .`",
    "compile.asm_directive": "inline assembly must not contain `{name}`: it would change files or line numbers",
    "compile.asm_string": "inline assembly must not contain a string: two readers could read what follows it differently",
    "compile.source_too_large": "the source is larger than 1 MiB",
    "compile.source_has_nul": "the source contains a NUL character: it is not a text file",
    "compile.host_main": "`main` is host code: only kernels and device functions are compiled here, and the grader "
    "launches the kernel; remove `main`",
    "compile.host_function": "`{name}` is a host function: write `__device__` before it if a kernel calls it, or "
    '`extern "C" __global__` if it is the kernel; nothing else is compiled here',
    "compile.host_variable": "`{name}` is a host variable: write `__device__`, `__constant__` or `__shared__` before "
    "it, or declare it inside the kernel",
    "compile.host_launch": "a kernel launch `<<<...>>>` is host code: the grader launches the kernel; remove the "
    "launch",
    "compile.host_api": "`{name}` belongs to the host: it does not exist in device code, and no host code is run here",
    "compile.host_std": "`std::{name}` belongs to the host's C++ library, which device code does not have; some of it "
    "exists as `cuda::std::` in <cuda/std/...>",
    "compile.foreign_character": "`{character}` ({code}) cannot stand here: outside of comments and strings a kernel has only the characters of an English keyboard; often it came in by copying, or from a keyboard still set to another language",
    "compile.shared_too_large": "kernel `{kernel}` declares {bytes} bytes of static shared memory per block; the "
    "limit is {limit} bytes",
    "compile.inline_ptx": "inline assembly: {message}",
    # what the compiler's own messages usually mean; the patterns are in grader.checks.compiler_hints
    "compile.hint_semicolon": "A `;` is missing: look at the end of this line and of the one above.",
    "compile.hint_bracket": "A bracket was opened and not closed: `{what}` is missing here, or further up.",
    "compile.hint_braces": "Count the braces above: a `{{` or `}}` is missing, or one is too many.",
    "compile.hint_undefined": "Nothing of this name is declared here: is it misspelt, or declared only further down or "
    "within other braces?",
    "compile.hint_misspelt": "Did you mean `{near}`?",
    "compile.hint_declared_twice": "There is already a `{name}`: to use it, leave out the type; for a new one, take "
    "another name.",
    "compile.hint_not_writable": "What stands left of the `=` cannot be written to: it is const (an input), or a whole "
    "row of an array (write tile[y][x], not tile[y] or tile[y, x]).",
    "compile.hint_too_many_indices": "There are more pairs of [ ] than the array or pointer has dimensions: a matrix "
    "behind a pointer is addressed as A[row * lda + col].",
    "compile.hint_not_whole": "Only whole numbers (int) can stand here: an index, or an operand of % or &, is no float.",
    "compile.hint_not_constant": "The size of an array must be known to the compiler: take a constexpr, not a parameter "
    "or a variable.",
    "compile.hint_empty_array": "A size of an array came out as zero or less: look at the constants in it.",
    "compile.hint_shared_initialiser": "Shared memory starts unwritten: declare it without a value and let the threads "
    "fill it.",
    "compile.hint_asm_syntax": "Within the string of an asm statement each instruction ends with a `;`, and commas stand "
    "between its operands.",
    "compile.hint_asm_operands": "Count the operands. In the string they are %0, %1, ... in the order in which they stand "
    "behind it, outputs first; names of variables mean nothing there.",
    "compile.hint_asm_type": 'The letter names the type of the variable: "f" a float, "r" a 32-bit and "l" a 64-bit '
    'integer, "d" a double.',
    "compile.hint_asm_output": 'What stands behind the first `:` is written: "=f", or "+f" if it is read before. Inputs '
    "come behind a second `:`.",
    "compile.hint_asm_input": 'What stands behind the second `:` is only read: "f", without = or +. What is written '
    "comes before it.",
}
