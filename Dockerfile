# The grader and the course, for `grader ci` and `grader class grade` in a container. No GPU.
#
#   docker build -t warplings .
#   docker run --rm --network none --read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges \
#     --pids-limit 256 --memory 4g -v "$PWD:/submission:ro" -v "$PWD/out:/out" --user "$(id -u):$(id -g)" \
#     warplings ci grade --submission /submission --out /out
#
# Docker forbids the namespaces that bubblewrap makes, so kernels are kept apart by Landlock and by this container.
FROM python:3.12-slim-bookworm

RUN apt-get update \
 && apt-get install -y --no-install-recommends bubblewrap git \
 && rm -rf /var/lib/apt/lists/*

COPY . /course
RUN python -m pip install --no-cache-dir --disable-pip-version-check -e /course

ENV WARPLINGS_COURSE=/course PYTHONDONTWRITEBYTECODE=1
WORKDIR /course
ENTRYPOINT ["grader"]
