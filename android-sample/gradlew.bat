@echo off
rem Runs the Gradle that gradle\wrapper\gradle-wrapper.properties names, fetched once into GRADLE_USER_HOME; see gradlew.
setlocal
set "HERE=%~dp0"
if not defined GRADLE_USER_HOME set "GRADLE_USER_HOME=%USERPROFILE%\.gradle"
for /f "tokens=1,* delims==" %%a in (%HERE%gradle\wrapper\gradle-wrapper.properties) do if "%%a"=="distributionUrl" set "URL=%%b"
set "URL=%URL:\=%"
for %%n in ("%URL:/=\%") do set "NAME=%%~nn"
set "STORE=%GRADLE_USER_HOME%\wrapper\dists\%NAME%\fetched"
if not exist "%STORE%" (
  echo gradlew: fetching %URL% 1>&2
  powershell -NoProfile -Command "$ErrorActionPreference = 'Stop'; $ProgressPreference = 'SilentlyContinue'; $fresh = $env:STORE + '.' + $PID; New-Item -ItemType Directory -Force $fresh | Out-Null; Invoke-WebRequest $env:URL -OutFile ($fresh + '\gradle.zip'); Expand-Archive ($fresh + '\gradle.zip') $fresh; Remove-Item ($fresh + '\gradle.zip'); Rename-Item $fresh $env:STORE" || exit /b 1
)
cd /d "%HERE%"
for /d %%d in ("%STORE%\*") do call "%%d\bin\gradle.bat" %*
