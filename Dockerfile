# The grader and the course, for `grader ci` in a container. No GPU.
#
#   grader release --out edition
#   docker build -t warplings -f Dockerfile edition
#   mkdir out
#   docker run --rm --network none --read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges \
#     --pids-limit 256 --memory 4g -v "$PWD:/submission:ro" -v "$PWD/out:/out" --user "$(id -u):$(id -g)" \
#     warplings ci grade --submission /submission --out /out
#
# An image of the edition has no solutions. One of this repository has them: never let it run what students can edit, such
# as a pipeline. It is for your own machine: `docker build -t warplings-course .`, then `class grade` with the roster and
# the submissions mounted, and `-e WARPLINGS_COURSE_KEY`.
# Docker forbids the namespaces that bubblewrap makes, so kernels are kept apart by Landlock and by this container.
# Another BASE, such as this image by its digest: docs/ci.md.
ARG BASE=python:3.12-slim-bookworm
FROM ${BASE}

RUN apt-get update \
 && apt-get install -y --no-install-recommends bubblewrap git \
 && rm -rf /var/lib/apt/lists/*

COPY . /course
RUN python -m pip install --no-cache-dir --disable-pip-version-check -e /course \
 && python -m compileall -q /course/grader

ENV WARPLINGS_COURSE=/course PYTHONDONTWRITEBYTECODE=1
WORKDIR /course
USER nobody
ENTRYPOINT ["grader"]
